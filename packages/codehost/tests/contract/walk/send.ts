// Sends the requests of a walk: plain fetch, one request after another. For each request it also sends invalid
// variants, so that refusals are judged too: with bad credentials, with a body that is not JSON, and in a repository
// that does not exist. It also repeats the request with the ETag of the response.

import { within } from "../within.ts"

export interface Request {
  readonly body?: unknown
  readonly accept?: string
  /** A token other than the sandbox's default; an empty text sends none. */
  readonly token?: string
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** Returns the value at a path of the JSON response, such as `0.id`; an empty text if there is none. */
  readonly at: (path: string) => string
}

/** Sends a request. `line` is for example `GET /gists`; the response must have the given status. */
export type Send = (status: number, line: string, request?: Request) => Promise<Reply>

/** Calls the sandbox's control API. */
export type Control = (path: string, body: object) => Promise<unknown>

export type Walk = (send: Send, control: Control) => Promise<void>

/** A user without access to the repositories and a maintainer of one, each with a token. */
export const guest = { login: "edsger", token: "walk-guest-not-a-secret" }
export const maintainer = { login: "ada", token: "walk-maintainer-not-a-secret" }

/** A response with an unexpected status. */
export interface Surprise {
  readonly line: string
  readonly expected: number
  readonly status: number
  readonly message: string
}

/** Keeps numbers past 2^53 as text. */
const exactly = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER ? context?.source : value

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, exactly)
  } catch {
    return undefined
  }
}

const hiddenRepository = "/repos/acme/no-such-repository"

export const makeSend = (
  baseUrl: string,
  token: string
): { readonly send: Send; readonly surprises: ReadonlyArray<Surprise> } => {
  const surprises: Array<Surprise> = []

  const once = async (expected: number, line: string, request: Request, more: Record<string, string> = {}) => {
    const [method = "", ...target] = line.split(" ")
    const { body, accept = "application/vnd.github+json", token: ownToken = token } = request
    const response = await fetch(`${baseUrl}${target.join(" ")}`, {
      method,
      redirect: "manual",
      headers: {
        accept,
        ...(ownToken === "" ? {} : { authorization: `Bearer ${ownToken}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...more
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    const value = parseJson(text)
    if (response.status !== expected) {
      surprises.push({
        line,
        expected,
        status: response.status,
        message: within(value, "message") || text.slice(0, 120)
      })
    }
    return { status: response.status, headers: response.headers, at: (path: string) => within(value, path) }
  }

  const send: Send = async (status, line, request = {}) => {
    const reply = await once(status, line, request)
    if (status >= 300) return reply
    if (request.token === undefined) await once(401, line, { ...request, token: "not-a-token" })
    if (request.body !== undefined) await once(400, line, { ...request, body: "{" })
    if (/ \/repos\/[^/]+\/[^/?]+/.test(line)) {
      await once(404, line.replace(/\/repos\/[^/]+\/[^/?]+/, hiddenRepository), request)
    }
    const etag = reply.headers.get("etag")
    if (line.startsWith("GET ") && etag !== null) await once(304, line, request, { "if-none-match": etag })
    return reply
  }
  return { send, surprises }
}
