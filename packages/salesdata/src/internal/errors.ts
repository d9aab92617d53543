/** The one place where a judged failure becomes a reason. One test for each row. */
import { readRetryAfter } from "@inlay/core-http/Budget"
import { rateLimited, reasonOfStatus, type CallRequest, type RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { judgmentOf } from "./answered.ts"
import { NOWHERE } from "./check-call.ts"
import { judgeOther, type Failure } from "./judgment.ts"
import { paidPath } from "./paid-path.ts"
import { sentencesOf } from "./words.ts"

/** Why an answer is a failure; `undefined` for an outcome, no match included. */
export const failureOf = (
  answer: RawAnswer,
  path: string,
  _method?: CallRequest["method"],
  body?: CallRequest["body"]
): Reason | undefined => {
  const paid = paidPath(path)
  const judgment = paid === undefined ? judgeOther(answer) : judgmentOf(paid, answer, body)
  if (judgment?._tag !== "Failure") return undefined
  // The account check compares what is answered for a path that cannot exist.
  if (path === NOWHERE && judgment.cause !== "throttled") return undefined
  return reasonOf(judgment, answer, path)
}

const reasonOf = ({ cause, words, status }: Failure, answer: RawAnswer, path: string): Reason | undefined => {
  const { headers, receivedAtMillis } = answer
  const sentences = sentencesOf(words)
  const said = ProviderText.quoted(sentences)
  switch (cause) {
    case "throttled":
      return rateLimited(readRetryAfter(headers["retry-after"], receivedAtMillis))
    case "noCredits":
      return {
        _tag: "QuotaExhausted",
        what: `The provider account has no credits left${said}`,
        fix: "Buy credits at the provider, or wait for the plan's next period."
      }
    case "badKey":
      return reasonOfStatus({ ...answer, status: 401 }, sentences)
    case "noRight":
      return reasonOfStatus({ ...answer, status: 403 }, sentences)
    case "noRoute":
      return {
        _tag: "NotFound",
        what: `The provider has no ${path} at this base address${said}`,
        fix: "Check the account's base address, its path prefix included."
      }
    case "status":
      return reasonOfStatus({ ...answer, status }, sentences)
    case "failed":
      return {
        _tag: "Unavailable",
        status,
        what: `The provider answered with a failure${said}`,
        fix: "Try again in a minute; if it stays, look at the provider's status page."
      }
    case "pending":
      return {
        _tag: "Decode",
        what: `The provider is still working on it${said}`,
        fix: "Ask again later; the provider's log says what it cost."
      }
    case "unclear":
      return {
        _tag: "Decode",
        what: "The provider's answer holds neither a record that can be read nor words that nobody matches.",
        fix: "Read the answer itself, and check that the base address is the provider's API."
      }
  }
}
