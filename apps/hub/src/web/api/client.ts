/**
 * Requests to the hub's own API, authenticated by the session cookie. Failures are returned as values, which every view
 * shows.
 */
import { failures as words } from "../words.ts"
import type { RequestError } from "./types.ts"

export type Answer<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: RequestError }

type Method = "GET" | "POST" | "PATCH" | "DELETE"

/** An error that did not come from the hub's response. */
export const ownError = (reason: string, message: string, status = 0): RequestError => ({
  reason,
  message,
  status,
  provider: "inlay",
  operation: "console"
})

let signedOut = (): void => undefined

/** Sets what happens when the hub no longer knows this browser's session. */
export const whenSignedOut = (act: () => void): void => {
  signedOut = act
}

const errorOf = (json: unknown, status: number): RequestError =>
  typeof json === "object" && json !== null && "error" in json && typeof json.error === "object" && json.error !== null
    ? { ...ownError("Unknown", words.unreadable(status), status), ...json.error, status }
    : ownError("Unknown", words.unreadable(status), status)

/** Sends a request, whose body is JSON. @param read reads the answer, unless it is an error */
export const sendTo = async <A>(
  path: string,
  init: Pick<RequestInit, "method" | "headers"> & { readonly body?: unknown; readonly signal?: AbortSignal },
  read: (response: Response) => Promise<Answer<A>>
): Promise<Answer<A>> => {
  const { body, signal, headers, ...others } = init
  try {
    const response = await fetch(path, {
      ...others,
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal })
    })
    if (response.ok) return await read(response)
    if (response.status === 401 && path !== "/api/session") signedOut()
    return { ok: false, error: errorOf(await response.json(), response.status) }
  } catch {
    return {
      ok: false,
      error: signal?.aborted === true ? ownError("Cancelled", words.cancelled) : ownError("Offline", words.offline)
    }
  }
}

export const request = <A>(
  method: Method,
  path: string,
  options: { readonly body?: unknown; readonly signal?: AbortSignal } = {}
): Promise<Answer<A>> =>
  sendTo(path, { method, ...options }, async (response) => {
    const json: unknown = response.status === 204 ? undefined : await response.json()
    return { ok: true, value: json as A }
  })

export const get = <A>(path: string, signal?: AbortSignal) =>
  request<A>("GET", path, signal === undefined ? {} : { signal })

export const post = <A>(path: string, body: unknown = {}, signal?: AbortSignal) =>
  request<A>("POST", path, { body, ...(signal !== undefined && { signal }) })

/** Deletes what is at a path. It may be gone already, by another console; then there is nothing left to do. */
export const remove = async (path: string): Promise<Answer<unknown>> => {
  const answer = await request("DELETE", path)
  return !answer.ok && answer.error.status === 404 ? { ok: true, value: undefined } : answer
}

/** Finds out whether the session has ended, after a failure that does not say so. */
export const checkSession = async (): Promise<void> => {
  const answer = await get("/api/session")
  if (!answer.ok && answer.error.status === 401) signedOut()
}

/** A path with escaped parts: at`/api/tools/${id}`. */
export const at = (parts: TemplateStringsArray, ...values: ReadonlyArray<string>): string =>
  parts.reduce((path, part, index) => path + encodeURIComponent(values[index - 1] ?? "") + part)
