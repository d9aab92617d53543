/**
 * A paid request before it is sent: its price, its subject, the user's decision about earlier requests, and how it is
 * sent.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { ProviderError } from "../errors/ProviderError.ts"
import type { Answer } from "./Answer.ts"
import type { Caps, Payer, UnknownChargeDecision } from "./Ledger.ts"
import type { IsOther } from "./LookupCache.ts"

/** The price and the subject of a request: all that a preview needs. */
export interface PricedRequest extends Payer {
  readonly provider: string
  readonly operation: string
  /** The account at its address. Each has its own answers. */
  readonly cacheScope: string
  readonly caps: Caps
  /** The caller, set by `Spend` from `SpendingPrincipal`. */
  readonly principal?: string
  /** The event whose run makes the purchase, set by `Spend` from `SpendingEvent`. */
  readonly event?: string
  /** Whether the caller manages the caps, set by `Spend` from `SpendingPrincipal`. */
  readonly managesCaps?: boolean
  /**
   * Normalised identifiers as `kind:value`. Empty if the answer is not about one subject, in which case it is never
   * cached.
   */
  readonly keys: ReadonlyArray<string>
  /** The keys of a kind that a subject has only once. An answer with another value is about somebody else. */
  readonly soleKeys: ReadonlyArray<string>
  /** What a lost answer blocks: the keys, or the request itself if it has no keys. */
  readonly ledgerKeys: ReadonlyArray<string>
  /** The most that it may cost in credits, or `null` if the account has no price. */
  readonly estimate: number | null
  /** The name of the account's price for it, such as `search`, which a refusal names if that is not known. */
  readonly priced?: string | undefined
  /** Whether the call is treated as free if no cap of the account, the caller or the event, and no `MaxCredits`, applies. */
  readonly isFreeWithoutCap?: boolean
  readonly keepMatch: Duration.Duration
  readonly keepMiss: Duration.Duration
}

/** The price of a request and how to read its answer, made by a plugin's tariff. */
export interface Quote extends PricedRequest {
  /** Reads an answer: whether it is a match, what it cost, and whom it is about. */
  readonly read: (answer: Pick<Answer, "status" | "body">) => {
    readonly match: boolean
    /** Credits, if the answer reports them. */
    readonly charged?: number
    /** Identifiers in the answer that belong to its subject alone. */
    readonly keys: ReadonlyArray<string>
    /** Those of a kind that a subject has only once. */
    readonly soleKeys?: ReadonlyArray<string>
    /** Whether an earlier answer is about somebody else, if neither has sole keys that say so. */
    readonly isOther?: IsOther
  }
}

/** The decision that a call carries. The default is `block`. */
export const UnknownCharge = Context.Reference<UnknownChargeDecision>("@inlay/core-http/UnknownCharge", {
  defaultValue: () => "block"
})

/**
 * Whether a call bypasses answers that were bought before it began: the provider is asked and paid, and a match replaces
 * the saved answer.
 */
export const Refresh = Context.Reference<boolean>("@inlay/core-http/Refresh", { defaultValue: () => false })

/**
 * The most credits that the caller has agreed to pay for a request. One that would cost more, or whose price is unknown,
 * is not bought: the call returns a saved answer, or one that another call is asking for, or is refused. With 0, only
 * what is free is sent. The default sets no limit besides the caps.
 */
export const MaxCredits = Context.Reference<number | undefined>("@inlay/core-http/MaxCredits", {
  defaultValue: () => undefined
})

/** The caller that spends, in a program with several callers: a stable id, and its limit of credits per UTC day. */
export interface Spender {
  /** Empty if the program has no callers but its own user. */
  readonly id: string
  /** Without an id, its spending is not counted, and every purchase is refused. */
  readonly creditsPerDay?: number
  /**
   * Whether it may lower what counts against caps by saying that an earlier request was not charged. A program's own
   * user always may.
   */
  readonly managesCaps?: boolean
}

/**
 * The caller for which the running effect makes purchases. The ledger counts its spending, so several processes cannot
 * exceed its cap together.
 */
export const SpendingPrincipal = Context.Reference<Spender>("@inlay/core-http/SpendingPrincipal", {
  defaultValue: () => ({ id: "" })
})

/** The event that caused a run: its id, and the limit of credits for all of its runs together. */
export interface EventSpender {
  /** Empty if no event caused the run. */
  readonly id: string
  /** Without an id, its spending is not counted, and every purchase is refused. */
  readonly credits?: number
}

/**
 * The event for which the running effect makes purchases. The ledger counts its spending, as it does for principals.
 */
export const SpendingEvent = Context.Reference<EventSpender>("@inlay/core-http/SpendingEvent", {
  defaultValue: () => ({ id: "" })
})

/** Whether any cap applies to a request. */
export const isCapped = ({ caps }: Pick<PricedRequest, "caps">): boolean =>
  Object.values(caps).some((limit) => limit !== undefined)

/** Adds the current caller and event, and their caps, to a request. */
export const forSpenders = <Q extends Omit<PricedRequest, "purse">>(quote: Q): Effect.Effect<Q> =>
  Effect.map(Effect.all([SpendingPrincipal, SpendingEvent]), ([principal, event]) => ({
    ...quote,
    managesCaps: principal.id === "" || principal.managesCaps === true,
    ...(principal.id !== "" && { principal: principal.id }),
    ...(event.id !== "" && { event: event.id }),
    caps: {
      ...quote.caps,
      ...(principal.creditsPerDay !== undefined && { principal: principal.creditsPerDay }),
      ...(event.credits !== undefined && { event: event.credits })
    }
  }))

/**
 * Called once for every paid request that was sent and has ended, with the credits that it charged, or `unknown`.
 * Answers from the cache, or from another caller's request, charge nothing and are not reported.
 */
export const OnCharge = Context.Reference<(charged: number | "unknown") => void>("@inlay/core-http/OnCharge", {
  defaultValue: () => () => {}
})

/**
 * Sends the request of a ledger row. The row's id is the idempotency key, so a provider that supports such keys carries
 * out and charges the request once, however often the network or a browser delivers it. A repeat that the user
 * confirmed is a new purchase with a new key, because a provider that answers by key would repeat a failure too.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export type Send = (row: Ticket) => Effect.Effect<Answer, ProviderError>

/** The ledger row for which a request is sent. */
export interface Ticket {
  readonly id: string
  /**
   * Called immediately before sending, because a request may have waited for its turn since it was reserved. Fails if
   * the caps have been exceeded in the meantime, because an earlier request cost more than its price.
   */
  readonly stillAffordable: Effect.Effect<void, ProviderError>
}
