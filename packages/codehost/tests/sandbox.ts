/** A running sandbox for the tests of a file. */
import { startSandbox, type RunningSandbox, type StartOptions } from "@inlay/codehost-sandbox"
import { afterAll, beforeAll, beforeEach } from "vitest"

/** Starts the sandbox and resets it before each test. */
export const sandboxed = (options: StartOptions = {}) => {
  let running: RunningSandbox | undefined
  const sandbox = () => {
    if (running === undefined) throw new Error("the sandbox is not running")
    return running
  }
  /** Calls the control API: with a body to change something. */
  // oxlint-disable-next-line typescript/no-explicit-any -- untyped JSON of the control API
  const control = async (path: string, body?: object): Promise<any> => {
    const response = await fetch(`${sandbox().control}${path}`, {
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
    })
    return response.json()
  }
  beforeAll(async () => {
    running = await startSandbox(options)
  })
  beforeEach(() => control("/reset", {}))
  afterAll(() => running?.close())
  return { sandbox, control }
}
