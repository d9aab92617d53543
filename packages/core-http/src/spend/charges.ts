/** The charge of a paid request, according to its answer or failure, and the outcome that the ledger records. */
import * as Exit from "effect/Exit"

import { provesNothingDone, type ProviderError } from "../errors/ProviderError.ts"
import type { Answer } from "./Answer.ts"
import type { Credits } from "./Credits.ts"
import type { UncachedAnswer, Outcome } from "./Ledger.ts"
import type { Quote } from "./Quote.ts"

type AnswerExit = Exit.Exit<Answer, ProviderError>

export const FREE: Outcome = { state: "settled", charged: 0 }

export const creditsOf = (quote: Quote, answer: Answer): Credits => {
  const { match, charged } = quote.read(answer)
  if (charged !== undefined) return { charged, basis: "provider" }
  return { charged: match ? (quote.estimate ?? "unknown") : 0, basis: "price" }
}

/** Returns the charge that an answer reports although the answer itself was not understood. */
const chargeInRaw = (quote: Quote, exit: Exit.Failure<Answer, ProviderError>): number | undefined => {
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  const raw = failure?.error.raw
  return raw === undefined ? undefined : quote.read({ status: 200, body: raw }).charged
}

/** Returns by how many credits a request cost more than was reserved for it. */
export const excessOf = (quote: Quote, exit: AnswerExit): number => {
  const charged = Exit.isSuccess(exit) ? creditsOf(quote, exit.value).charged : chargeInRaw(quote, exit)
  return typeof charged !== "number" || quote.estimate === null ? 0 : Math.max(0, charged - quote.estimate)
}

/**
 * Returns the outcome that the ledger records.
 * @param mayBeServed called if the request was interrupted or failed unexpectedly: whether it may have been served by
 * then
 * @param uncachedAnswer set if the answer is not cached for its question
 */
export const outcomeOf = (
  quote: Quote,
  exit: AnswerExit,
  mayBeServed: () => boolean,
  uncachedAnswer: UncachedAnswer | undefined
): Outcome => {
  if (Exit.isSuccess(exit)) {
    const { charged } = creditsOf(quote, exit.value)
    const settlement = { state: "settled", charged: charged === "unknown" ? null : charged } as const
    return uncachedAnswer === undefined ? settlement : { ...settlement, uncached: uncachedAnswer }
  }
  const nothingDone = exit.cause.reasons.every((reason) =>
    reason._tag === "Fail" ? provesNothingDone(reason.error.reason) : !mayBeServed()
  )
  if (nothingDone) return FREE
  const charged = chargeInRaw(quote, exit)
  return { state: "unknown", ...(charged !== undefined && { reportedCredits: charged }) }
}
