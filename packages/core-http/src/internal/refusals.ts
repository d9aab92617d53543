/** What the spending path answers itself, before or instead of the provider. */
import type { ReserveResult } from "../Ledger.ts"
import { ProviderError, provesNothingDone, type Refused } from "../ProviderError.ts"
import type { StorageError } from "../StorageError.ts"

interface Asked {
  readonly provider: string
  readonly operation: string
  readonly estimate: number | null
}

export const refused = (
  quote: Asked,
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

type Result<Tag extends ReserveResult["_tag"]> = Extract<ReserveResult, { readonly _tag: Tag }>

export const refusedByCap = (quote: Asked, { cap, limit, spent }: Result<"CapReached">) =>
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

export const boughtBefore = (quote: Asked, bought: Result<"Unkept">) =>
  refused(
    quote,
    "unkept",
    `The same lookup was bought at ${new Date(bought.since).toISOString()} for ${bought.charged === null ? "an unknown charge" : plural(bought.charged)}, and ${WHY_UNKEPT[bought.unkept]}.`,
    "Nothing was sent now. Ask again by choice to buy it once more: it costs again."
  )

export const storeFailed = (quote: Asked, { message, fix }: StorageError) =>
  refused(
    quote,
    "ledger",
    `The spending ledger cannot be used: ${message}.`,
    `Nothing was sent. ${fix ?? "Free the disk or repair the data directory."}`
  )

export const waitedTooLong = (quote: Asked, timeLimitMillis: number) =>
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
