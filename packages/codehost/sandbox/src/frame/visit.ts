// One request on its way through the API: what is known of it so far.

import type { IncomingMessage } from "node:http"

import type { Caller } from "./auth.ts"
import type { Call } from "./journal.ts"
import type { Media } from "./media.ts"
import { anonymous, type Resource } from "./rate-limits.ts"

export interface Visit {
  readonly req: IncomingMessage
  readonly call: Call
  /** Below the base address, still encoded. */
  readonly path: string
  readonly requestId: string
  caller: Caller
  media: Media | undefined
  /** Null: it counts against no limit. */
  resource: Resource | null
  /** What every answer to it says, a refusal too. */
  readonly headers: Record<string, string>
}

/** Under which name its calls are counted. */
export const labelOf = ({ caller }: Visit): string => caller.token?.label ?? anonymous

/** With its question mark; empty where there is none. */
export const queryOf = ({ url = "" }: IncomingMessage): string => (url.includes("?") ? url.slice(url.indexOf("?")) : "")

/** Where the API is mounted: what comes before the path in the address. */
export const mountOf = ({ path, req }: Visit): string => {
  const whole = req.url?.split("?")[0] ?? ""
  return whole.endsWith(path) ? whole.slice(0, whole.length - path.length) : whole
}

/** The method that is asked for; `HEAD` is `GET` without a body. */
export const methodOf = ({ call }: Visit): string => (call.method === "HEAD" ? "GET" : call.method)

export const isWrite = (visit: Visit): boolean => methodOf(visit) !== "GET"
