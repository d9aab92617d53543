/** The errors that the spending path returns itself, before or in place of the provider. */
import { factsOf, ProviderError, provesNothingDone, type Refused } from "../errors/ProviderError.ts"
import type { Remedy } from "../errors/Remedy.ts"
import type { StorageError } from "../errors/StorageError.ts"
import { defined } from "../json/object.ts"
import { creditText, rounded } from "../text/credit-text.ts"
import type { ReserveResult } from "./Ledger.ts"
import type { Quote } from "./Quote.ts"

interface Call {
  readonly provider: string
  readonly operation: string
  readonly estimate: number | null
}

const refusal = (
  quote: Call,
  guard: "cap" | "price" | "unknownCharge" | "uncached" | "ledger",
  what: string,
  remedy?: Remedy,
  cap?: Refused["cap"]
) =>
  new ProviderError({
    provider: quote.provider,
    operation: quote.operation,
    reason: defined({ _tag: "Refused", guard, what, nothing: "sent", remedy, cap }),
    ...(guard === "unknownCharge" && { charged: "unknown" as const })
  })

const CAPS = { day: "day cap", run: "run cap", principal: "caller's day cap", event: "event's cap" } as const

export const unknownPrice = (quote: Call & Pick<Quote, "priced">) =>
  refusal(quote, "cap", `The ${quote.priced ?? "call's"} price is unknown, but a spending cap applies to it.`, {
    to: "statePrice"
  })

export const aboveAgreedPrice = (quote: Call, maxCredits = 0) => {
  const price =
    quote.estimate === null
      ? "The price of this call is unknown"
      : `This would cost up to ${creditText(quote.estimate)}`
  return refusal(quote, "price", `${price}, and the agreed limit is ${creditText(maxCredits)}.`, { to: "agreeToPrice" })
}

const WHY_UNCACHED = {
  store: "its answer could not be kept",
  contradicted: "its answer was about somebody else"
} as const

/** Returns the error for a reservation that was not made. */
export const refusalOf = (
  quote: Call,
  result: Exclude<ReserveResult, { readonly _tag: "Reserved" | "Busy" }>
): ProviderError => {
  switch (result._tag) {
    case "CapReached": {
      const { cap, limit } = result
      const spent = rounded(result.spent)
      const what = `This would cost up to ${creditText(quote.estimate ?? 0)}, and ${spent} of the ${CAPS[cap]} of ${creditText(limit)} are used.`
      return refusal(quote, "cap", what, { to: "raiseCap", cap }, { kind: cap, limit, spent })
    }
    case "UnknownCharge": {
      const at = new Date(result.since).toISOString()
      const what = `The same lookup was sent at ${at} and its answer was lost: it may have been charged.`
      return refusal(quote, "unknownCharge", what, { to: "settleCharge" })
    }
    case "Uncached": {
      const { since, charged, uncached } = result
      const price = charged === null ? "an unknown charge" : creditText(charged)
      const what = `The same lookup was bought at ${new Date(since).toISOString()} for ${price}, and ${WHY_UNCACHED[uncached]}.`
      return refusal(quote, "uncached", what, { to: "buyAgain" })
    }
  }
}

export const notBought = (quote: Call) => refusal(quote, "ledger", "This costs credits, and nothing may be bought.")

export const storeFailed = (quote: Call, { message, remedy = { to: "repairStorage" } }: StorageError) =>
  refusal(quote, "ledger", `The spending ledger cannot be used: ${message.replace(/\.$/, "")}.`, remedy)

export const waitedTooLong = (quote: Call, timeLimitMillis: number) =>
  new ProviderError({
    provider: quote.provider,
    operation: quote.operation,
    reason: {
      _tag: "Timeout",
      sent: false,
      what: `The same lookup was already in progress and did not finish within ${timeLimitMillis / 1000} s.`,
      remedy: { to: "retry" },
      nothing: "sent"
    }
  })

/** Returns the same error, marked as possibly charged unless its reason rules that out. */
export const markCharge = (error: ProviderError): ProviderError =>
  provesNothingDone(error.reason)
    ? error
    : new ProviderError({
        ...factsOf(error),
        // The remedy of a redirect is kept, because it is useful in addition, and `charged` already says that there may
        // be a charge.
        reason: error.reason._tag === "Refused" ? error.reason : { ...error.reason, remedy: { to: "checkCharge" } },
        charged: "unknown"
      })
