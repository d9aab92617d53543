import { ProviderError, provesNothingDone, type Refused } from "../errors/ProviderError.ts"
import type { StorageError } from "../errors/StorageError.ts"
/** What the spending path answers itself, before or instead of the provider. */
import type { ReserveResult } from "./Ledger.ts"

interface Call {
  readonly provider: string
  readonly operation: string
  readonly estimate: number | null
}

const refused = (
  quote: Call,
  guard: "cap" | "undecided" | "unkept" | "ledger",
  what: string,
  fix: string,
  cap?: Refused["cap"]
) =>
  new ProviderError({
    provider: quote.provider,
    operation: quote.operation,
    reason: { _tag: "Refused", guard, what, fix, ...(cap !== undefined && { cap }) },
    ...(guard === "undecided" && { charged: "unknown" as const })
  })

const plural = (credits: number) => `${credits} credit${credits === 1 ? "" : "s"}`

type Result<Tag extends ReserveResult["_tag"]> = Omit<Extract<ReserveResult, { readonly _tag: Tag }>, "_tag">

export const unknownPrice = (quote: Call) =>
  refused(
    quote,
    "cap",
    "The price of this call is not known, and the account has a spending cap.",
    "Nothing was sent. Say in the account what the call costs, or that its path is free, or remove the cap."
  )

export const undecided = (quote: Call, sinceMillis: number) =>
  refused(
    quote,
    "undecided",
    `The same lookup was sent at ${new Date(sinceMillis).toISOString()} and its answer was lost: it may have been charged.`,
    "Nothing was sent now. Look at the provider's credit log, then say what became of it: asked again (it may cost twice), charged, or not charged."
  )

export const refusedByCap = (quote: Call, { cap, limit, spent }: Result<"CapReached">) =>
  refused(
    quote,
    "cap",
    `This would cost up to ${plural(quote.estimate ?? 0)}, and ${spent} of the ${cap} cap of ${plural(limit)} are used.`,
    cap === "day"
      ? "Nothing was sent. Raise the account's day cap, or wait until 00:00 UTC."
      : "Nothing was sent. Raise the account's run cap, or start a new run.",
    { kind: cap, limit, spent }
  )

const WHY_UNKEPT = {
  store: "its answer could not be kept",
  contradicted: "its answer was about somebody else"
} as const

export const boughtBefore = (quote: Call, bought: Result<"Unkept">) =>
  refused(
    quote,
    "unkept",
    `The same lookup was bought at ${new Date(bought.since).toISOString()} for ${bought.charged === null ? "an unknown charge" : plural(bought.charged)}, and ${WHY_UNKEPT[bought.unkept]}.`,
    "Nothing was sent now. Ask again by choice to buy it once more: it costs again."
  )

export const notBought = (quote: Call) =>
  refused(quote, "ledger", "This call costs credits, and only free calls are made here.", "Nothing was sent.")

export const storeFailed = (quote: Call, { message, fix }: StorageError) =>
  refused(
    quote,
    "ledger",
    `The spending ledger cannot be used: ${message}.`,
    `Nothing was sent. ${fix ?? "Free the disk or repair the data directory."}`
  )

export const waitedTooLong = (quote: Call, timeLimitMillis: number) =>
  new ProviderError({
    provider: quote.provider,
    operation: quote.operation,
    reason: {
      _tag: "Timeout",
      sent: false,
      what: `The same lookup was already under way, and did not end within ${timeLimitMillis / 1000} s.`,
      fix: "Nothing was sent again. Try again in a minute."
    }
  })

const ASK_FIRST = "It may have been charged: look at the provider's credit log before you ask again."

/** The same error, saying that its request may have been charged where its reason does not exclude it. */
export const markCharge = (error: ProviderError): ProviderError =>
  provesNothingDone(error.reason)
    ? error
    : new ProviderError({
        provider: error.provider,
        operation: error.operation,
        reason: {
          ...error.reason,
          fix: error.reason._tag === "Refused" ? `${error.reason.fix} ${ASK_FIRST}` : ASK_FIRST
        },
        charged: "unknown",
        ...(error.raw !== undefined && { raw: error.raw })
      })
