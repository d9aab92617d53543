/** A simulated provider for a test file, and the variables that connect an account to it. */
import { startSandbox, type RunningSandbox } from "@inlay/salesdata-sandbox"
import { afterAll, beforeAll } from "vitest"

import { temporaryDirectories } from "./temporary.ts"

export interface ProviderCall {
  readonly method: string
  readonly path: string
}

export const world = () => {
  const directory = temporaryDirectories()
  let running: RunningSandbox | undefined
  beforeAll(async () => {
    running = await startSandbox()
  })
  afterAll(() => running?.close())
  const sandbox = (): RunningSandbox => {
    if (running === undefined) throw new Error("the sandbox has not started")
    return running
  }
  const control = async (method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(sandbox().control + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    return response.json()
  }
  return {
    sandbox,
    control,
    /** The calls that reached the provider since the last reset. */
    calls: async (): Promise<ReadonlyArray<ProviderCall>> =>
      ((await control("GET", "/calls")) as { calls: ReadonlyArray<ProviderCall> }).calls,
    reset: () => control("POST", "/reset"),
    /** The environment of an account with a new data directory; blank values remove a variable. */
    env: (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
      ...sandbox().env,
      INLAY_DATA: directory(),
      ...more
    }),
    directory
  }
}
