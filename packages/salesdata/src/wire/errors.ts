/** Converts judged failures to error reasons. The only place that does so, with one test per row. */
import { readRetryAfter } from "@inlay/core-http/Budget"
import { rateLimited, reasonOfStatus, type CallRequest, type RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { isCheck, NOWHERE } from "./check-call.ts"
import type { Body, Judges } from "./judges.ts"
import { judgeOther, reportOf, type Failure, type ProviderAnswer } from "./judgment.ts"
import { meaningOf } from "./meaning.ts"
import { sentencesOf } from "./messages.ts"
import { paidPath } from "./paid-path.ts"

const failureIn = (judges: Judges, path: string, answer: ProviderAnswer, body?: Body): Failure | undefined => {
  const kind = paidPath(path)
  if (kind === undefined) return judgeOther(answer)
  // The search judge may not be loaded.
  const judgment = judges[kind]?.(answer, body) ?? reportOf(answer).failure("unclear")
  return judgment._tag === "Failure" ? judgment : undefined
}

/** Returns why a response is a failure, or `undefined` if it is an outcome, including no match. */
export const failures =
  (judges: Judges) =>
  (
    answer: RawAnswer,
    path: string,
    _method?: CallRequest["method"],
    body?: CallRequest["body"]
  ): Reason | undefined => {
    const failure = failureIn(judges, path, answer, body)
    // The account check compares the response of a path that cannot exist, so it is not an error here.
    if (failure === undefined || (path === NOWHERE && failure.cause !== "throttled")) return undefined
    const reason = reasonOf(failure, answer, path)
    return isCheck(paidPath(path), path, body) && isAboutNobody(reason, failure) ? undefined : reason
  }

/**
 * Whether a failure of the account check is about the person that cannot exist: the provider refuses the address, or
 * names who it did not find, with any status. Both show that it accepted the key.
 */
const isAboutNobody = (reason: Reason | undefined, { messages }: Failure): boolean =>
  reason?._tag === "Invalid" || (reason?._tag === "Unavailable" && meaningOf(messages).nobodyNamed())

const reasonOf = ({ cause, messages, status }: Failure, answer: RawAnswer, path: string): Reason | undefined => {
  const { headers, receivedAtMillis } = answer
  const sentences = sentencesOf(messages)
  const quote = ProviderText.quoted(sentences)
  switch (cause) {
    case "throttled":
      return rateLimited(readRetryAfter(headers, receivedAtMillis))
    case "noCredits":
      return {
        _tag: "QuotaExhausted",
        what: `The provider account has no credits left${quote}`,
        remedy: { to: "buyCredits" }
      }
    case "noRoute":
      return {
        _tag: "NotFound",
        what: `The provider has no ${path} at this base address${quote}`,
        remedy: { to: "checkAddress", of: "base" }
      }
    case "badKey":
    case "noRight":
    case "status":
      return reasonOfStatus({ ...answer, status: { badKey: 401, noRight: 403, status }[cause] }, sentences)
    case "failed":
      return {
        _tag: "Unavailable",
        status,
        what: `The provider answered with a failure${quote}`,
        remedy: { to: "retry", orSee: "statusPage" }
      }
    case "pending":
      return {
        _tag: "Decode",
        what: `The provider is still working on it${quote}`,
        remedy: { to: "checkCharge" }
      }
    case "unclear":
      return {
        _tag: "Decode",
        what: "The provider's response contains neither a readable record nor a no-match message.",
        remedy: { to: "readAnswer" }
      }
  }
}
