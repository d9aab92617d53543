// Test setup: a sandbox for each test file, called over real HTTP.

import { type Answered, ask as askAt, post } from "@inlay/sandbox-kit/testing"
import { afterAll, beforeAll, beforeEach, expect } from "vitest"

import { type RunningSandbox, startSandbox, type StartOptions } from "../index.ts"
import { assertMessage, assertStatus } from "./official.ts"

export interface Asking {
  readonly method?: string
  /** Sent as JSON. A string is sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Null sends no token. */
  readonly token?: string | null
}

export interface Bench {
  readonly sandbox: () => RunningSandbox
  /**
   * Calls one of the services. The path is relative to `/v1beta/`. Every response is validated against its official
   * message.
   */
  readonly admin: (path: string, asking?: Asking) => Promise<Answered>
  readonly data: (path: string, asking?: Asking) => Promise<Answered>
  /** Calls the control API. */
  readonly control: (path: string, body?: object) => Promise<Answered>
}

/** The message of a response, by path and method. */
const messageOf = (path: string, method: string): string => {
  const [resource = ""] = path.split("?")
  const action = /:(\w+)$/.exec(resource)?.[1]
  if (action !== undefined) return `data.${action.charAt(0).toUpperCase()}${action.slice(1)}Response`
  if (resource.endsWith("/metadata")) return "data.Metadata"
  if (resource === "accountSummaries") return "admin.ListAccountSummariesResponse"
  const parts = resource.split("/")
  const kind = parts.findLast((part) => ["properties", "keyEvents", "dataStreams"].includes(part)) ?? ""
  const names = { properties: "Property", keyEvents: "KeyEvent", dataStreams: "DataStream" }[kind]
  if (method === "DELETE" && kind !== "properties") return "Empty"
  const isList = method === "GET" && parts.at(-1) === kind
  if (!isList) return `admin.${names ?? ""}`
  return `admin.List${kind.charAt(0).toUpperCase()}${kind.slice(1)}Response`
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
  const ask = async (base: string, path: string, asking: Asking): Promise<Answered> => {
    const { body, headers, method, token = sandbox().env.INLAY_ANALYTICS_ACCESS_TOKEN } = asking
    const requestHeaders = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers }
    const address = `${base}/v1beta/${path}`
    const verb = method ?? (body === undefined ? "GET" : "POST")
    const answer =
      body === undefined
        ? await askAt(address, { method: verb, headers: requestHeaders })
        : await post(address, body, requestHeaders, verb)
    if (answer.status === 200) assertMessage(messageOf(path, verb), answer.body)
    else assertStatus(answer.status, answer.body)
    return answer
  }
  return {
    sandbox,
    control,
    admin: (path, asking = {}) => ask(sandbox().urls.analyticsAdmin, path, asking),
    data: (path, asking = {}) => ask(sandbox().urls.analyticsData, path, asking)
  }
}

/** The HTTP status, status name and message of an error response. */
export const refusalOf = ({ body, status }: Answered): readonly [number, unknown, string] => {
  expect(body).toMatchObject({ error: { code: status } })
  const { error } = body as { readonly error: { readonly status: unknown; readonly message: string } }
  return [status, error.status, error.message]
}

export { at, objects } from "@inlay/sandbox-kit/json"
export type { Answered } from "@inlay/sandbox-kit/testing"
