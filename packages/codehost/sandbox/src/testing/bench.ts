// Test setup: a sandbox for each test file, called over real HTTP.

import { type Answered, ask as askAt, post } from "@inlay/sandbox-kit/testing"
import { afterAll, beforeAll, beforeEach } from "vitest"

import { type RunningSandbox, startSandbox, type StartOptions } from "../index.ts"

export interface RequestOptions {
  readonly method?: string
  /** Sent as JSON. A string is sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Null sends no token. */
  readonly token?: string | null
}

export interface Bench {
  readonly sandbox: () => RunningSandbox
  /** Calls the API. `path` begins with a slash and may have a query. A full URL is called unchanged. */
  readonly ask: (path: string, options?: RequestOptions) => Promise<Answered>
  /** Calls the control API. */
  readonly control: (path: string, body?: object) => Promise<Answered>
}

/** Starts a sandbox for a test file and resets it before each test. */
export const startFor = (options: StartOptions = {}): Bench => {
  let running: RunningSandbox | undefined
  const sandbox = (): RunningSandbox => {
    if (running === undefined) throw new Error("the sandbox is not running")
    return running
  }
  const control: Bench["control"] = (path, body) =>
    body === undefined ? askAt(`${sandbox().control}${path}`) : post(`${sandbox().control}${path}`, body)
  beforeAll(async () => {
    running = await startSandbox(options)
  })
  beforeEach(() => control("/reset", {}))
  afterAll(() => running?.close())
  return {
    sandbox,
    control,
    ask: (path, { body, headers, method, token = sandbox().env.INLAY_CODEHOST_TOKEN } = {}) => {
      const address = path.startsWith("http") ? path : `${sandbox().urls.codehost}${path}`
      const allHeaders = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers }
      return body === undefined
        ? askAt(address, { method: method ?? "GET", headers: allHeaders })
        : post(address, body, allHeaders, method)
    }
  }
}

/** URLs of a `Link` header by relation. */
export const linksOf = ({ headers }: Answered): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(headers.get("link") ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address = "", rel = ""]) => [
      rel,
      address
    ])
  )

export { at, objects } from "@inlay/sandbox-kit/json"
export type { Answered } from "@inlay/sandbox-kit/testing"
