/**
 * The two free calls of an account check: a lookup that cannot match, and the same request to a path that cannot exist.
 */
import type { CallRequest } from "@inlay/core-http/Client"

import type { PaidCall } from "./paid-path.ts"

/** `.invalid` is a reserved top-level domain (RFC 2606). */
const LOOKUP = { email: "connection-check@inlay.invalid" }
const JSON_OF_LOOKUP = JSON.stringify(LOOKUP)

export const NOWHERE = "/no-such-path-connection-check"

export const checkCall = (endpoint: string): CallRequest => ({
  operation: "check",
  method: "POST",
  endpoint,
  body: LOOKUP,
  changes: false
})

/** Whether a call is one of the two, and therefore free. */
export const isCheck = (kind: PaidCall | undefined, endpoint: string, body: CallRequest["body"] | undefined): boolean =>
  (kind === "person" || endpoint === NOWHERE) && JSON.stringify(body) === JSON_OF_LOOKUP
