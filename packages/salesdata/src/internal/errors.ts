/** The one place where this provider's statuses and bodies become reasons. One test for each row. */
import { readRetryAfter } from "@inlay/core-http/Budget"
import { rateLimited, reasonOfStatus, type RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { isNoMatch, saysFailure, sentencesOf, wordsOf } from "./no-match.ts"
import { paidPath } from "./paid-path.ts"

const THROTTLED = /\b(rate[ _-]?limit(ed)?|too[ _-]many[ _-]requests|throttl(ed|ing))\b/i
const NO_CREDITS =
  /\b(insufficient|not enough|no|out of|exhausted)[ _-]?(credits?|balance|quota)\b|\bcredits?[ _-](exhausted|exceeded)\b/i
const BAD_KEY = /\b(unauthori[sz]ed|invalid[ _-]?(api[ _-]?)?(key|token)|authentication)\b/i

/** Why an answer is a failure; `undefined` for an outcome, no match included. */
export const failureOf = (answer: RawAnswer, path: string): Reason | undefined => {
  const { status, headers, body, receivedAtMillis } = answer
  const paid = paidPath(path)
  const words = wordsOf(body)
  const said = sentencesOf(body)
  const failed = status >= 400 || saysFailure(body)
  if (!failed) return undefined
  // A 5xx but 503 may have served the request before it failed, whatever its words.
  if (status !== 401 && status !== 403 && (status < 500 || status === 503) && THROTTLED.test(words)) {
    return rateLimited(readRetryAfter(headers["retry-after"], receivedAtMillis))
  }
  if (paid !== undefined && paid !== "search" && isNoMatch(answer)) return undefined
  if (paid !== undefined && (status === 404 || status === 405 || status === 410)) {
    return {
      _tag: "NotFound",
      what: `The provider has no ${path} at this base address${said === "" ? "." : `: ${ProviderText.line(said)}`}`,
      fix: "Check the account's base address, its path prefix included."
    }
  }
  if (status >= 400 && status !== 402) return reasonOfStatus(answer, said)
  if (status === 402 || NO_CREDITS.test(words)) {
    return {
      _tag: "QuotaExhausted",
      what: "The provider account has no credits left.",
      fix: "Buy credits at the provider, or wait for the plan's next period."
    }
  }
  if (BAD_KEY.test(words)) return reasonOfStatus({ ...answer, status: 401 }, said)
  return {
    _tag: "Unavailable",
    status,
    what: `The provider answered with a failure${said === "" ? "." : `: ${ProviderText.line(said)}`}`,
    fix: "Try again in a minute; if it stays, look at the provider's status page."
  }
}
