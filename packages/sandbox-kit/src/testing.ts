// Shared by the tests of sandboxes: requests over real HTTP whose responses are read as a whole.

import { parseJson } from "./json.ts"

/** A response as received. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined if the response is not JSON. Numbers past 2^53 are text, so that no digit is lost. */
  readonly body: unknown
}

const exactly = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER ? context?.source : value

/** Sends a request and reads the whole response. Redirects are not followed. */
export const ask = async (address: string, init: RequestInit = {}): Promise<Answered> => {
  const response = await fetch(address, { redirect: "manual", ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parseJson(text, exactly)?.value }
}

/** Sends a body as JSON. A string is sent as it is. */
export const post = (
  address: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = "POST"
): Promise<Answered> => ask(address, { method, headers, body: typeof body === "string" ? body : JSON.stringify(body) })
