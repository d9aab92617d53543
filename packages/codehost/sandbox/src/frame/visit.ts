// One request on its way through the API, with everything known about it so far.

import type { IncomingMessage } from "node:http"

import type { Caller } from "./auth.ts"
import type { Call } from "./journal.ts"
import type { Media } from "./media.ts"
import { anonymous, type Resource } from "./rate-limits.ts"

export interface Visit {
  readonly req: IncomingMessage
  readonly call: Call
  /** The path relative to the base URL, still encoded. */
  readonly path: string
  readonly requestId: string
  caller: Caller
  media: Media | undefined
  /** The rate limit that the request counts against. Null means none. */
  resource: Resource | null
  /** Headers of every response to the request, including refusals. */
  readonly headers: Record<string, string>
}

/** The label under which the caller's requests are counted. */
export const labelOf = ({ caller }: Visit): string => caller.token?.label ?? anonymous

/** The query with its question mark. Empty if there is none. */
export const queryOf = ({ url = "" }: IncomingMessage): string => (url.includes("?") ? url.slice(url.indexOf("?")) : "")

/** The path under which the API is mounted. */
export const mountOf = ({ path, req }: Visit): string => {
  const whole = req.url?.split("?")[0] ?? ""
  return whole.endsWith(path) ? whole.slice(0, whole.length - path.length) : whole
}

/** The request's method. `HEAD` is treated as `GET`. */
export const methodOf = ({ call }: Visit): string => (call.method === "HEAD" ? "GET" : call.method)

export const isWrite = (visit: Visit): boolean => methodOf(visit) !== "GET"
