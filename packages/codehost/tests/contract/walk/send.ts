// How a walk speaks to the sandbox: plain fetch, one request after another. Beside each request that it is told to send
// it sends the same one wrongly, so that refusals are judged too: signed in badly, with a body that is no JSON, in a
// repository that is not there, and a second time with the entity tag of the answer.

import { within } from "../within.ts"

export interface Request {
  readonly body?: unknown
  readonly accept?: string
  /** Another than the sandbox's usual token; empty: none. */
  readonly token?: string
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** A value within the JSON answer by a path such as `0.id`; empty text where there is none. */
  readonly at: (path: string) => string
}

/** `line` is such as `GET /gists`; the answer must have the status. */
export type Send = (status: number, line: string, request?: Request) => Promise<Reply>

/** Asks the sandbox's control API. */
export type Control = (path: string, body: object) => Promise<unknown>

export type Walk = (send: Send, control: Control) => Promise<void>

/** Somebody who has nothing to do with the repositories, and somebody who maintains one; with tokens of theirs. */
export const guest = { login: "edsger", token: "walk-guest-not-a-secret" }
export const maintainer = { login: "ada", token: "walk-maintainer-not-a-secret" }

/** An answer that a walk did not expect. */
export interface Surprise {
  readonly line: string
  readonly expected: number
  readonly status: number
  readonly message: string
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
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
