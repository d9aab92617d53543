/**
 * The ledger part of a purchase: it reserves and settles rows, and counts spending against the caps. Outcomes that the
 * ledger failed to store are written before the next reservation.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { ProviderError } from "../errors/ProviderError.ts"
import { defined } from "../json/object.ts"
import {
  capReached,
  isPaidBy,
  isRelated,
  openRow,
  addSpending,
  spendingOf,
  withOutcome,
  uncachedRefusal,
  uncachedPurchaseOf,
  type Ledger,
  type Outcome,
  type Payer,
  type Payment,
  type Row,
  type Spending
} from "./Ledger.ts"
import { UnknownCharge, isCapped, type PricedRequest, type Quote } from "./Quote.ts"
import { refusalOf, unknownPrice } from "./refusals.ts"

/** Time beyond a call's own limit, before another process treats the call as lost. */
const LEASE_GRACE_MILLIS = 5_000

const questionOf = (quote: PricedRequest) => ({ ...quote, keys: quote.ledgerKeys })

/** @param run names the lifetime that run caps apply to */
export const make = (run: string, ledger: Ledger["Service"]) => {
  /** Requests in progress, with their rows as first written. */
  const underWay = new Map<string, Row>()
  /** Outcomes that the ledger failed to store. */
  const unwritten = new Map<string, Outcome>()
  /** What answers cost beyond their estimate, until their rows include it. */
  const excesses = new Map<string, Payment>()

  const write = (id: string, outcome: Outcome) =>
    Effect.tap(ledger.settle(id, outcome), () =>
      Effect.sync(() => {
        underWay.delete(id)
        unwritten.delete(id)
        excesses.delete(id)
      })
    )

  const spending = (payer: Payer & Pick<Quote, "principal" | "event">) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMillis) => ledger.spent(payer, { ...payer, nowMillis, run }))

  const unknowns = (payer: Payer) => Effect.flatMap(Clock.currentTimeMillis, (now) => ledger.unknowns(payer, now))

  /** The rows with an unknown charge that block a quote, oldest first. */
  const blocking = (quote: PricedRequest) =>
    Effect.map(unknowns(quote), (rows) => rows.filter((row) => isRelated(row, questionOf(quote))))

  /** If there is a cap, a call without a known price is not bought. */
  const priceRefusal = (quote: PricedRequest): ProviderError | undefined =>
    quote.estimate === null && isCapped(quote) ? unknownPrice(quote) : undefined

  return {
    spent: spending,
    unknowns,
    blocking,
    priceRefusal,
    /**
     * Finds the latest purchase that blocks a quote because its answer is not cached, including rows that the ledger
     * failed to store.
     */
    uncachedPurchase: Effect.fnUntraced(function* (quote: PricedRequest) {
      const nowMillis = yield* Clock.currentTimeMillis
      const question = questionOf(quote)
      // As they would be if the ledger had stored their outcomes.
      const unwrittenRows = [...unwritten].flatMap(([id, outcome]) => {
        const row = underWay.get(id)
        return row === undefined ? [] : [withOutcome(row, outcome)]
      })
      const relatedRows = unwrittenRows.filter((row) => isPaidBy(row, quote) && isRelated(row, question))
      return (
        uncachedPurchaseOf(question, relatedRows, nowMillis) ?? (yield* ledger.uncachedPurchase(question, nowMillis))
      )
    }),
    /** Returns the refusal that a purchase would meet now, by the rules of `decide`. */
    refusal: (
      quote: PricedRequest,
      unknownRows: ReadonlyArray<Row>,
      uncachedPurchase: Row | undefined,
      sums: Spending
    ): ProviderError | undefined => {
      const refusal = priceRefusal(quote)
      if (refusal !== undefined) return refusal
      if (unknownRows[0] !== undefined)
        return refusalOf(quote, { _tag: "UnknownCharge", since: unknownRows[0].atMillis })
      if (uncachedPurchase !== undefined) return refusalOf(quote, uncachedRefusal(uncachedPurchase))
      const capDecision = capReached(quote.caps, sums, quote.estimate)
      return capDecision && refusalOf(quote, capDecision)
    },
    /** Records the charge of a payer's unknown row. Returns false if the payer has no such row. */
    settleUnknown: Effect.fnUntraced(function* (payer: Payer, id: string, credits: number) {
      if (!(yield* unknowns(payer)).some((row) => row.id === id)) return false
      yield* write(id, { state: "settled", charged: credits })
      return true
    }),
    reserve: Effect.fnUntraced(function* (quote: Quote, timeLimitMillis: number) {
      const decision = yield* UnknownCharge
      for (const [id, outcome] of unwritten) yield* write(id, outcome)
      const { scope, purse, operation, ledgerKeys: keys, estimate, caps, principal, event } = quote
      const facts = { scope, purse, operation, keys, estimate, caps, principal, event }
      const nowMillis = yield* Clock.currentTimeMillis
      const leaseMillis = timeLimitMillis + LEASE_GRACE_MILLIS
      const managesCaps = quote.managesCaps === true
      const reservation = defined({ ...facts, run, nowMillis, leaseMillis, decision, managesCaps })
      const result = yield* ledger.reserve(reservation)
      if (result._tag === "Reserved") underWay.set(result.id, openRow(result.id, reservation))
      return result
    }),
    /**
     * If the write fails after the answer has arrived, the answer must not be lost. Until the outcome is written, the
     * row counts as open or unknown.
     */
    settle: (id: string, outcome: Outcome) =>
      write(id, outcome).pipe(
        Effect.catch((error) => {
          unwritten.set(id, outcome)
          return Effect.logError(`ledger: ${error.message}`)
        })
      ),
    /** Counts the excess of an answer that cost more than its estimate, until its row includes it. */
    exceed: (id: string, credits: number) => {
      const row = underWay.get(id)
      if (row !== undefined) excesses.set(id, { ...row, credits })
    },
    /** Fails if the caps have been exceeded in the meantime. The sums already include the quote's own row. */
    stillAffordable: Effect.fnUntraced(function* (quote: Quote) {
      const { caps, estimate } = quote
      if (!isCapped(quote)) return
      const nowMillis = yield* Clock.currentTimeMillis
      // A server's run lasts for months. Its purchases are not summed for nothing.
      const at = { ...quote, nowMillis, run: caps.run === undefined ? "" : run }
      const own = { ...at, atMillis: nowMillis, credits: -(estimate ?? 0) }
      const now = addSpending(yield* ledger.spent(quote, at), spendingOf([own, ...excesses.values()], quote, at))
      const capDecision = capReached(caps, now, estimate)
      if (capDecision !== undefined) return yield* refusalOf(quote, capDecision)
    })
  }
}
