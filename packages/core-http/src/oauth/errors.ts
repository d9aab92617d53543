/**
 * Maps the error codes of OAuth 2.0 to reasons: RFC 6749 (sections 4.1.2.1 and 5.2), RFC 8628 (section 3.5), RFC 7009
 * and RFC 8707. Plugins add the codes of their own service.
 */
import { readRetryAfter } from "../budget/Budget.ts"
import type { Reason } from "../errors/ProviderError.ts"
import { retry } from "../errors/Remedy.ts"
import * as ProviderText from "../text/ProviderText.ts"
import type { Response } from "./send.ts"

/** The client id is unknown, or its secret is wrong. */
export const NO_CLIENT: Reason = {
  _tag: "Invalid",
  what: "The service does not know this client id, or the client secret is wrong.",
  remedy: { to: "checkApp" },
  fields: [{ field: "client_id", message: "is not known to the service" }]
}

/** The code was not entered in time. */
export const TOO_LATE: Reason = {
  _tag: "Unauthorized",
  what: "The code expired before it was entered.",
  remedy: { to: "signInAgain" }
}

const MISUSED: Reason = {
  _tag: "Invalid",
  what: "The service does not let this app sign in this way.",
  remedy: { to: "checkApp", turnOn: true },
  fields: [{ field: "client_id", message: "belongs to an app that does not allow this way to sign in" }]
}

const MALFORMED: Reason = {
  _tag: "Invalid",
  what: "The service rejected the sign-in request as malformed.",
  remedy: { to: "checkAddress", of: "signIn" },
  fields: []
}

const REASONS: Readonly<Record<string, Reason>> = {
  access_denied: { _tag: "Forbidden", what: "The sign-in was refused in the browser.", remedy: { to: "signInAgain" } },
  expired_token: TOO_LATE,
  invalid_grant: {
    _tag: "Unauthorized",
    what: "The sign-in has expired or was revoked.",
    remedy: { to: "signInAgain" }
  },
  invalid_client: NO_CLIENT,
  unauthorized_client: MISUSED,
  unsupported_grant_type: MISUSED,
  unsupported_response_type: MISUSED,
  invalid_scope: {
    _tag: "Invalid",
    what: "The service does not know a requested scope, or does not grant it to this app.",
    remedy: { to: "correctInput" },
    fields: [{ field: "scopes", message: "contains one that the service does not grant" }]
  },
  invalid_request: MALFORMED,
  invalid_target: MALFORMED
}

const unavailable = (status: number, retryAfterSeconds: number | undefined): Reason => ({
  _tag: "Unavailable",
  status,
  what: `The service's sign-in failed (${status}).`,
  remedy: retry(retryAfterSeconds),
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds })
})

const MAX_WORDS = 160

/** Appends the server's own words to a reason. */
const saying = (reason: Reason, words: string): Reason => {
  const line = ProviderText.line(words, MAX_WORDS)
  return line === "" ? reason : { ...reason, what: `${reason.what} It says: ${ProviderText.quote(line, MAX_WORDS)}` }
}

/** Returns why an answer is a failure, or `undefined` if neither its status nor its code says so. */
export const reasonOfError = (
  { code, words, status, headers, receivedAtMillis }: Omit<Response, "fields">,
  own: Readonly<Record<string, Reason>> = {}
): Reason | undefined => {
  const retryAfterSeconds = readRetryAfter(headers, receivedAtMillis)
  if (status >= 500) return unavailable(status, retryAfterSeconds)
  if (code === "server_error" || code === "temporarily_unavailable") return unavailable(503, retryAfterSeconds)
  const reasons = { ...REASONS, ...own }
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  if (reason !== undefined) return saying(reason, words)
  if (status !== 429) return undefined
  return {
    _tag: "RateLimited",
    what: "The service received too many sign-in requests.",
    remedy: retry(retryAfterSeconds),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds })
  }
}
