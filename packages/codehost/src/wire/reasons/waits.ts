/** Recognizes responses about a limit that ends after some time, by status, headers and message. */
import { readRateLimit, readRetryAfter } from "@inlay/core-http/Budget"
import { rateLimited, type RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"

import { messageOf } from "./service-words.ts"
import { problemWords } from "./unprocessable.ts"

/** Wait if no header gives one: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const SECONDARY_WAIT_SECONDS = 60

/** The end of the message for new content that comes too quickly, whatever its status says. */
const TOO_QUICK = /\bwas submitted too quickly\W*$/i

/**
 * Returns the reason if a response is about a rate limit, otherwise `undefined`. A 403 may also be about missing
 * rights.
 */
export const waitOf = ({ status, headers, body, receivedAtMillis }: RawAnswer): Reason | undefined => {
  if (status !== 403 && status !== 422 && status !== 429) return undefined
  const isTooQuick = TOO_QUICK.test(problemWords(body))
  if (status === 422 && !isTooQuick) return undefined
  const words = messageOf(body)
  const isLockedOut = /login attempts/i.test(words)
  const isSecondary = isTooQuick || isLockedOut || /secondary rate limit|abuse detection/i.test(words)
  const retryAfter = readRetryAfter(headers, receivedAtMillis)
  const limit = readRateLimit(headers, receivedAtMillis)
  const saysSo = status === 429 || /rate limit/i.test(words)
  if (!isSecondary && retryAfter === undefined) {
    if (limit?.remaining === 0 && (saysSo || words === "")) {
      return rateLimited(Math.max(1, Math.ceil((limit.resetsAtMillis - receivedAtMillis) / 1000)))
    }
    if (!saysSo) return undefined
  }
  return {
    ...rateLimited(retryAfter ?? SECONDARY_WAIT_SECONDS, "account"),
    what: isLockedOut
      ? "The service refuses the account for a while, after too many requests with a wrong token."
      : "The service asks the account to slow down (secondary rate limit)."
  }
}
