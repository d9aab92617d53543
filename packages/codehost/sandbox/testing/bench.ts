// What the tests beside these files share: a sandbox for a file's tests, asked over real HTTP.

import { afterAll, beforeAll, beforeEach } from "vitest"

import { isObject, type JsonObject } from "../frame/json.ts"
import { type RunningSandbox, startSandbox, type StartOptions } from "../start.ts"

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined where the answer is no JSON. */
  readonly body: unknown
}

export interface Asking {
  readonly method?: string
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Null: none. */
  readonly token?: string | null
}

export interface Bench {
  readonly sandbox: () => RunningSandbox
  /** Asks the API; `path` begins with a slash and may have a query. An address is asked as it is. */
  readonly ask: (path: string, asking?: Asking) => Promise<Answered>
  /** Asks the control API. */
  readonly control: (path: string, body?: object) => Promise<Answered>
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const answered = async (response: Response): Promise<Answered> => {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

/** Starts a sandbox for a file's tests, and resets it before each. */
export const startFor = (options: StartOptions = {}): Bench => {
  let running: RunningSandbox | undefined
  const sandbox = (): RunningSandbox => {
    if (running === undefined) throw new Error("the sandbox is not running")
    return running
  }
  const control: Bench["control"] = async (path, body) =>
    answered(
      await fetch(
        `${sandbox().control}${path}`,
        body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
      )
    )
  beforeAll(async () => {
    running = await startSandbox(options)
  })
  beforeEach(() => control("/reset", {}))
  afterAll(() => running?.close())
  return {
    sandbox,
    control,
    ask: async (path, { body, headers, method, token = sandbox().env.INLAY_CODEHOST_TOKEN } = {}) => {
      const address = path.startsWith("http") ? path : `${sandbox().urls.codehost}${path}`
      const response = await fetch(address, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        redirect: "manual"
      })
      return answered(response)
    }
  }
}

/** Walks into JSON: `at(body, "labels", 0, "name")`. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown
    return isObject(inner) ? inner[key] : undefined
  }, value)

export const objects = (value: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isObject) : []

/** Addresses of a `Link` header by their relation. */
export const linksOf = ({ headers }: Answered): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(headers.get("link") ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address = "", rel = ""]) => [
      rel,
      address
    ])
  )
