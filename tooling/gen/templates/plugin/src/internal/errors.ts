/** The one place where this provider's statuses and bodies become reasons. One test for each row. */
import { readRetryAfter } from "@inlay/core-http/Budget"
import { rateLimited, reasonOfStatus, type RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"

const messageOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string" ? body.message : ""

/** Why an answer is a failure; `undefined` for an outcome. */
export const failureOf = (answer: RawAnswer): Reason | undefined => {
  const wait = answer.headers["retry-after"]
  // A 403 that says when to come back is about the rate, not about rights.
  if (answer.status === 403 && wait !== undefined) return rateLimited(readRetryAfter(wait, answer.receivedAtMillis))
  return reasonOfStatus(answer, messageOf(answer.body))
}
