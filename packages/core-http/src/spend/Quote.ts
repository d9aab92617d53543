/** What a paid request is before it is sent: its price and subject, the decision that it carries, and how it is sent. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { ProviderError } from "../errors/ProviderError.ts"
import type { Answer } from "./Answer.ts"
import type { Caps, Payer } from "./Ledger.ts"

/** What a request will cost and how its answer is to be read: made by a plugin's tariff. */
export interface Quote extends Payer {
  readonly provider: string
  readonly operation: string
  /** The account at its address: its answers are its own. */
  readonly cacheScope: string
  readonly caps: Caps
  /** Who calls: by `Spend`, of `SpendingPrincipal`. */
  readonly principal?: string
  /** The event whose run buys it: by `Spend`, of `SpendingEvent`. */
  readonly event?: string
  /** Normalised identifiers as `kind:value`; empty where the answer is not about one subject, and so never cached. */
  readonly keys: ReadonlyArray<string>
  /** Those of the keys whose kind a subject has only one of: an answer that holds another is about somebody else. */
  readonly soleKeys: ReadonlyArray<string>
  /** What a lost answer blocks: the keys, or the request itself where it has none. */
  readonly ledgerKeys: ReadonlyArray<string>
  /** The most it may cost, in credits; `null` where the account has no price. */
  readonly estimate: number | null
  readonly keepMatch: Duration.Duration
  readonly keepMiss: Duration.Duration
  /** What an answer says: whether it is a match, what it cost, and whom it is about. */
  readonly read: (answer: Pick<Answer, "status" | "body">) => {
    readonly match: boolean
    /** Credits, where the answer says. */
    readonly charged?: number
    /** Identifiers in the answer that are its subject's alone. */
    readonly keys: ReadonlyArray<string>
    /** Those of them whose kind a subject has only one of. */
    readonly soleKeys?: ReadonlyArray<string>
  }
}

/**
 * What somebody decided about an earlier request for the same subject whose charge is unknown, or whose answer is not kept.
 * `block`: nobody has decided, and nothing is sent. `ask_again`: it may cost twice. `charged`, `not_charged`: settles the earlier one, at its estimate
 * or at 0, and goes on as a new purchase.
 */
export type UnknownChargeDecision = "block" | "ask_again" | "charged" | "not_charged"

/** The decision that a call carries; `block` unless somebody says otherwise. */
export const UnknownCharge = Context.Reference<UnknownChargeDecision>("@inlay/core-http/UnknownCharge", {
  defaultValue: () => "block"
})

/** Who spends, in a program that several call: by a stable id, and within how many credits of a UTC day. */
export interface Spender {
  /** Empty where the program has no callers but its own user. */
  readonly id: string
  readonly creditsPerDay?: number
}

/** Whose purchases the running effect makes. Counted by the ledger, so that no two processes pass its cap together. */
export const SpendingPrincipal = Context.Reference<Spender>("@inlay/core-http/SpendingPrincipal", {
  defaultValue: () => ({ id: "" })
})

/** An event that made a run, by its id, and within how many credits all of its runs together must stay. */
export interface EventSpender {
  /** Empty where no event did. */
  readonly id: string
  readonly credits?: number
}

/** The event that the purchases of the running effect are made for. Counted by the ledger, as principals are. */
export const SpendingEvent = Context.Reference<EventSpender>("@inlay/core-http/SpendingEvent", {
  defaultValue: () => ({ id: "" })
})

/** A quote as its caller may buy it, for the event that it belongs to. */
export const forSpenders = (quote: Quote): Effect.Effect<Quote> =>
  Effect.map(Effect.all([SpendingPrincipal, SpendingEvent]), ([principal, event]) => ({
    ...quote,
    ...(principal.id !== "" && { principal: principal.id }),
    ...(event.id !== "" && { event: event.id }),
    caps: {
      ...quote.caps,
      ...(principal.id !== "" && principal.creditsPerDay !== undefined && { principal: principal.creditsPerDay }),
      ...(event.id !== "" && event.credits !== undefined && { event: event.credits })
    }
  }))

/**
 * Called once for every paid request that was sent and has ended, with the credits that it charged, or `unknown`. What came
 * from the cache, or from somebody else's request, charges nothing and is not told.
 */
export const OnCharge = Context.Reference<(charged: number | "unknown") => void>("@inlay/core-http/OnCharge", {
  defaultValue: () => () => {}
})

/**
 * Sends the request that a ledger row stands for. The row's id is its idempotency key: a provider that honours such keys
 * does and charges it once, however often the network or a browser brings it. A repeat that the user confirmed is a
 * purchase of its own, with a key of its own: a provider that answers by key would repeat a failure too.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export type Send = (row: Ticket) => Effect.Effect<Answer, ProviderError>

/** The ledger row that a request is sent for. */
export interface Ticket {
  readonly id: string
  /**
   * For the last moment before sending: fails where the caps are passed by now, because an answer to an earlier request
   * cost more than its price. A request may have waited for its turn since it was reserved.
   */
  readonly stillAffordable: Effect.Effect<void, ProviderError>
}
