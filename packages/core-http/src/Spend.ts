/**
 * The one path of everything that costs: cache, single flight, cache again, unknown charges, caps, ledger row, request,
 * outcome. It sits below the typed client, so a hand-written API Call to a paid path takes it too.
 *
 * Promises: nothing is sent past a cap; a subject already known costs nothing; a request whose fate is unknown is
 * never repeated unless `UnknownCharge` says so.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

import type { Credits } from "./Credits.ts"
import { FREE, creditsOf, excessOf, outcomeOf } from "./internal/charges.ts"
import { boughtBefore, markCharge, refused, refusedByCap, storeFailed, waitedTooLong } from "./internal/refusals.ts"
import {
  Ledger,
  capReached,
  isOf,
  type Caps,
  type LostAnswer,
  type Outcome,
  type Payer,
  type Row,
  type Unkept
} from "./Ledger.ts"
import { LookupCache, answering, keysOfMatch, keysOfQuestion } from "./LookupCache.ts"
import type { ProviderError } from "./ProviderError.ts"
import * as SingleFlight from "./SingleFlight.ts"
import type { StorageError } from "./StorageError.ts"

/** A provider's answer as every client and API Call sees it. */
export interface Answer {
  readonly status: number
  /** Lower-case names; empty for an answer from the cache. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded JSON, an integer past 2^53 - 1 as the string of its digits; `null` for an empty body. */
  readonly body: unknown
  readonly credits?: Credits
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly fromCache: boolean
  /** Below the base address: where a moved resource was found, for a call that follows moves. */
  readonly movedTo?: string
  /** Characters of a downloaded text of which `body` is the end. */
  readonly wholeChars?: number
  /** Of a kept answer: whether it was a match when it was bought. */
  readonly match?: boolean
  /** Of a paid answer: why it is not kept for its question, so that asking again is paid again, and needs `ask_again`. */
  readonly unkept?: Unkept
  /** Of a paid answer that cost more than the account's price for it: that price, in credits. Caps count by it beforehand. */
  readonly priceExceeded?: number
}

/** What a request will cost and how its answer is to be read: made by a plugin's tariff. */
export interface Quote extends Payer {
  readonly provider: string
  readonly operation: string
  /** The account at its address: its answers are its own. */
  readonly cacheScope: string
  readonly caps: Caps
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

/** Beyond a call's own limit, before another process counts it as lost. */
const LEASE_GRACE_MILLIS = 5_000
const BUSY_POLL = Duration.millis(100)

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

/** One paid call: what it costs, how it is sent, and until when. */
interface Purchase {
  readonly quote: Quote
  readonly send: Send
  readonly timeLimitMillis: number
  readonly deadlineMillis: number
  readonly mayBeServed: () => boolean
}

/** The spending path of a process, over its ledger and cache. */
export class Spend extends Context.Service<
  Spend,
  {
    /**
     * Buys an answer, or finds it in the cache; fails where a cap, an open question or the provider says no.
     * @param timeLimitMillis the longest that the whole may take: `send` ends in time by itself, waiting ends here
     * @param mayBeServed asked after `send` was interrupted or broke: whether a request may have been served by then
     */
    readonly run: (
      quote: Quote,
      send: Send,
      timeLimitMillis: number,
      mayBeServed?: () => boolean
    ) => Effect.Effect<Answer, ProviderError>
    /** What this quote would meet now, without sending: for previews. */
    readonly preview: (quote: Quote) => Effect.Effect<Preview, StorageError>
    /** The paid requests of an account and its key (as in a `Quote`) whose charge nobody knows, oldest first. */
    readonly unknowns: (payer: Payer) => Effect.Effect<ReadonlyArray<Row>, StorageError>
    /** Says what became of one of them; its lookup is free to be asked again. False where there is no such unknown row. */
    readonly settleUnknown: (payer: Payer, id: string, credits: number) => Effect.Effect<boolean, StorageError>
  }
>()("@inlay/core-http/Spend") {
  /**
   * The path over a ledger and a cache.
   * @param run names the lifetime that run caps count: one process, or one browser session
   */
  static readonly layer = (run: string): Layer.Layer<Spend, never, Ledger | LookupCache> =>
    Layer.effect(
      Spend,
      Effect.map(Effect.all([Ledger, LookupCache]), ([ledger, cache]) => make(run, ledger, cache))
    )
}

/** What a paid request would meet: an answer already there, an open question, or its price. */
export interface Preview {
  readonly cached: { readonly match: boolean; readonly fetchedAt: string } | undefined
  readonly undecidedSince: string | undefined
  /** Bought already, and not kept: asking again is paid again. `charged` is `null` where nobody says how much. */
  readonly unkept: { readonly since: string; readonly charged: number | null; readonly why: Unkept } | undefined
  readonly spent: { readonly day: number; readonly run: number }
  readonly caps: Caps
  readonly estimate: number | null
}

const iso = (millis: number) => new Date(millis).toISOString()

const paidBefore = ({ status, body, fetchedAt, unkept }: Omit<Answer, "headers" | "credits" | "fromCache">): Answer => {
  const credits: Credits = { charged: 0, basis: "cache" }
  return { status, headers: {}, body, credits, fetchedAt, fromCache: true, ...(unkept !== undefined && { unkept }) }
}

const make = (run: string, ledger: Ledger["Service"], cache: LookupCache["Service"]): Spend["Service"] => {
  const flights = SingleFlight.make<Answer, ProviderError>()
  const flightKeys = (quote: Quote) => quote.keys.map((key) => `${quote.cacheScope}\n${quote.operation}\n${key}`)

  const entryFor = Effect.fnUntraced(function* (quote: Quote) {
    const { cacheScope: scope, operation, keys } = quote
    if (keys.length === 0) return undefined
    const places = { scope, operation, keys: keysOfQuestion(keys) }
    return answering(quote, yield* cache.find(places, yield* Clock.currentTimeMillis))
  })
  const fromCache = (quote: Quote) =>
    Effect.map(
      entryFor(quote),
      (entry) => entry && { ...paidBefore({ ...entry, fetchedAt: iso(entry.fetchedAtMillis) }), match: entry.match }
    )

  /** Outcomes that the ledger did not take: written before anything else is reserved. */
  const unwritten = new Map<string, Outcome>()
  /** Answers that cost more than their estimate, until their rows say so. */
  const dearer = new Map<string, Payer & { readonly excess: number }>()

  const write = (id: string, outcome: Outcome) =>
    Effect.tap(ledger.settle(id, outcome), () =>
      Effect.sync(() => {
        unwritten.delete(id)
        dearer.delete(id)
      })
    )

  /** A failed write after the answer came back must not lose the answer; until it is written, the row reads as open or unknown. */
  const settle = (id: string, outcome: Outcome) =>
    write(id, outcome).pipe(
      Effect.catch((error) => {
        unwritten.set(id, outcome)
        return Effect.logError(`ledger: ${error.message}`)
      })
    )

  /** Keeps an answer; says so where the same question would not be answered by it. */
  const remember = Effect.fnUntraced(function* (quote: Quote, answer: Answer) {
    if (quote.keys.length === 0) return undefined
    const { match, keys, soleKeys } = quote.read(answer)
    const kept = match ? keysOfMatch(quote, keys) : { keys: keysOfQuestion(quote.keys), isContradicted: false }
    const fetchedAtMillis = Date.parse(answer.fetchedAt)
    const keep = Duration.toMillis(match ? quote.keepMatch : quote.keepMiss)
    const entry = {
      scope: quote.cacheScope,
      operation: quote.operation,
      keys: kept.keys,
      match,
      status: answer.status,
      body: answer.body,
      fetchedAtMillis,
      expiresAtMillis: fetchedAtMillis + keep
    }
    // Whatever a store does, the answer is paid for: it is given.
    const stored = yield* Effect.exit(cache.store(entry, soleKeys))
    if (Exit.isFailure(stored)) yield* Effect.logError(`cache: ${String(Cause.squash(stored.cause))}`)
    // What cost nothing is asked again for nothing.
    if ((Exit.isSuccess(stored) && !kept.isContradicted) || keep === 0 || creditsOf(quote, answer).charged === 0)
      return undefined
    const lost: LostAnswer = {
      unkept: kept.isContradicted ? "contradicted" : "store",
      unkeptUntilMillis: entry.expiresAtMillis,
      keys: kept.isContradicted ? [] : keys
    }
    return lost
  })

  const stillAffordable = Effect.fnUntraced(function* (quote: Quote) {
    const { caps, estimate } = quote
    if (caps.day === undefined && caps.run === undefined) return
    const spent = yield* ledger.spent(quote, { nowMillis: yield* Clock.currentTimeMillis, run })
    let others = -(estimate ?? 0)
    for (const row of dearer.values()) if (isOf(row, quote)) others += row.excess
    const reached = capReached(caps, { day: spent.day + others, run: spent.run + others }, estimate)
    if (reached !== undefined) return yield* refusedByCap(quote, reached)
  })

  const unknowns = (payer: Payer) => Effect.flatMap(Clock.currentTimeMillis, (now) => ledger.unknowns(payer, now))

  /** The rows that block a quote. */
  const blocking = (quote: Quote) =>
    Effect.map(unknowns(quote), (rows) =>
      rows.filter((row) => row.operation === quote.operation && row.keys.some((key) => quote.ledgerKeys.includes(key)))
    )

  const reserve = Effect.fnUntraced(function* (quote: Quote, timeLimitMillis: number) {
    const decision = yield* UnknownCharge
    if (decision === "charged" || decision === "not_charged") {
      for (const row of yield* blocking(quote)) {
        yield* ledger.settle(row.id, { state: "settled", charged: decision === "charged" ? row.estimate : 0 })
      }
    }
    for (const [id, outcome] of unwritten) yield* write(id, outcome)
    return yield* ledger.reserve({
      scope: quote.scope,
      purse: quote.purse,
      operation: quote.operation,
      keys: quote.ledgerKeys,
      estimate: quote.estimate,
      run,
      nowMillis: yield* Clock.currentTimeMillis,
      leaseMillis: timeLimitMillis + LEASE_GRACE_MILLIS,
      caps: quote.caps,
      retryUnknown: decision === "ask_again"
    })
  })

  /** Reserves and buys; masked, so that no interruption leaves an open row for a request that was never sent. */
  const buy = (purchase: Purchase) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const { quote, send, timeLimitMillis } = purchase
        const reserved = yield* reserve(quote, timeLimitMillis)
        if (reserved._tag !== "Reserved") return reserved
        // Another process may have bought the answer after the look into the cache and before the reservation.
        const paid = yield* Effect.tapError(fromCache(quote), () => settle(reserved.id, FREE))
        if (paid !== undefined) {
          yield* settle(reserved.id, FREE)
          return paid
        }
        const ticket = { id: reserved.id, stillAffordable: refusing(quote, stillAffordable(quote)) }
        const exit = yield* Effect.exit(restore(Effect.mapError(send(ticket), markCharge)))
        const excess = excessOf(quote, exit)
        if (excess > 0) dearer.set(reserved.id, { scope: quote.scope, purse: quote.purse, excess })
        // The answer is stored before the row is settled: whoever no longer meets an open row finds the answer.
        const lost = Exit.isSuccess(exit) ? yield* remember(quote, exit.value) : undefined
        yield* settle(reserved.id, outcomeOf(quote, exit, purchase.mayBeServed, lost))
        const answer = yield* exit
        return {
          ...answer,
          credits: creditsOf(quote, answer),
          ...(lost !== undefined && { unkept: lost.unkept }),
          ...(excess > 0 && { priceExceeded: quote.estimate ?? 0 })
        }
      })
    )

  const lead = (purchase: Purchase) =>
    Effect.gen(function* () {
      const { quote, timeLimitMillis, deadlineMillis } = purchase
      for (;;) {
        const cached = yield* fromCache(quote)
        if (cached !== undefined) return cached
        if (quote.estimate === null && (quote.caps.day !== undefined || quote.caps.run !== undefined)) {
          return yield* refused(
            quote,
            "cap",
            "The price of this call is not known, and the account has a spending cap.",
            "Nothing was sent. Say in the account what the call costs, or that its path is free, or remove the cap."
          )
        }
        const bought = yield* buy(purchase)
        if (!("_tag" in bought)) return bought
        switch (bought._tag) {
          case "Busy":
            if ((yield* Clock.currentTimeMillis) >= deadlineMillis) return yield* waitedTooLong(quote, timeLimitMillis)
            yield* Effect.sleep(BUSY_POLL)
            continue
          case "CapReached":
            return yield* refusedByCap(quote, bought)
          case "Undecided":
            return yield* refused(
              quote,
              "undecided",
              `The same lookup was sent at ${iso(bought.since)} and its answer was lost: it may have been charged.`,
              "Nothing was sent now. Look at the provider's credit log, then say what became of it: asked again (it may cost twice), charged, or not charged."
            )
          case "Unkept":
            return yield* boughtBefore(quote, bought)
        }
      }
    })

  return {
    run: Effect.fnUntraced(function* (quote, send, timeLimitMillis, mayBeServed = () => true) {
      // What is kept needs no flight. Who flies looks again: another flight may have landed in between.
      const kept = yield* refusing(quote, fromCache(quote))
      if (kept !== undefined) return kept
      const deadlineMillis = (yield* Clock.currentTimeMillis) + timeLimitMillis
      const purchase: Purchase = { quote, send, timeLimitMillis, deadlineMillis, mayBeServed }
      const keys = flightKeys(quote)
      for (;;) {
        const flight = yield* flights.fly(keys, refusing(quote, lead(purchase)))
        if (flight._tag === "Led") return flight.value
        const exit = yield* Effect.timeoutOrElse(flight.landing, {
          duration: Math.max(0, deadlineMillis - (yield* Clock.currentTimeMillis)),
          orElse: () => waitedTooLong(quote, timeLimitMillis)
        })
        // Another question, or an interrupted flight: that decided nothing here. The cache may know more by now.
        if (!flight.same || (Exit.isFailure(exit) && !exit.cause.reasons.every((reason) => reason._tag === "Fail"))) {
          continue
        }
        return paidBefore(yield* exit)
      }
    }),
    preview: Effect.fnUntraced(function* (quote) {
      const nowMillis = yield* Clock.currentTimeMillis
      const entry = yield* entryFor(quote)
      const undecided = (yield* blocking(quote))[0]
      const lost = yield* ledger.unkept({ ...quote, keys: quote.ledgerKeys }, nowMillis)
      return {
        cached: entry && { match: entry.match, fetchedAt: iso(entry.fetchedAtMillis) },
        undecidedSince: undecided && iso(undecided.atMillis),
        unkept: lost && { since: iso(lost.atMillis), charged: lost.charged, why: lost.unkept ?? "store" },
        spent: yield* ledger.spent(quote, { nowMillis, run }),
        caps: quote.caps,
        estimate: quote.estimate
      }
    }),
    unknowns,
    settleUnknown: Effect.fnUntraced(function* (payer, id, credits) {
      if (!(yield* unknowns(payer)).some((row) => row.id === id)) return false
      yield* ledger.settle(id, { state: "settled", charged: credits })
      return true
    })
  }
}

/** Without its stores, nothing is bought. */
const refusing = <A>(quote: Quote, effect: Effect.Effect<A, ProviderError | StorageError>) =>
  Effect.catchTag(effect, "StorageError", (error) => Effect.fail(storeFailed(quote, error)))
