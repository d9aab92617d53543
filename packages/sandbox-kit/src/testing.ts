// What the tests of sandboxes share: an answer over real HTTP, read whole.

import { parseJson } from "./json.ts"

/** An answer as it came. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined where the answer is no JSON. */
  readonly body: unknown
}

/** Asks and reads the whole answer; a redirect is an answer like any other. */
export const ask = async (address: string, init: RequestInit = {}): Promise<Answered> => {
  const response = await fetch(address, { redirect: "manual", ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parseJson(text)?.value }
}

/** Sends JSON; text is sent as it is. */
export const post = (
  address: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = "POST"
): Promise<Answered> => ask(address, { method, headers, body: typeof body === "string" ? body : JSON.stringify(body) })
