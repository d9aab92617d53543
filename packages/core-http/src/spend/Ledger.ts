/**
 * The spending ledger: one row per paid request, written before the request is sent. A later run, another process or a
 * restarted worker learns of the request from its row, so a lookup whose answer was lost is never bought twice by
 * accident.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { StorageError } from "../errors/StorageError.ts"
import { defined } from "../json/object.ts"
import type { Question, Outcome, Payer, Reservation, ReserveResult, Row, SpendingAt, Spending } from "./ledger-rows.ts"
import {
  countedCredits,
  dayStart,
  decide,
  isPaidBy,
  isRelated,
  isUnknown,
  openRow,
  spendingOf,
  withOutcome,
  uncachedPurchaseOf,
  isUncached,
  type Payment
} from "./ledger-rules.ts"

export type * from "./ledger-rows.ts"
export * from "./ledger-rules.ts"

/**
 * The store of rows. Processes that share a store cannot exceed a cap together. `ledgerSuite` in `./testing` tests an
 * implementation.
 */
export class Ledger extends Context.Service<
  Ledger,
  {
    /** Checks unknown charges and caps and writes the open row, atomically across processes. */
    readonly reserve: (reservation: Reservation) => Effect.Effect<ReserveResult, StorageError>
    /** Records the outcome of a reserved request. */
    readonly settle: (id: string, outcome: Outcome) => Effect.Effect<void, StorageError>
    /**
     * Credits spent by a payer on this UTC day, by one run and, if given, by a principal on this UTC day and for an
     * event. It sums the known charges and the estimates of open and unknown rows.
     */
    readonly spent: (payer: Payer, at: SpendingAt) => Effect.Effect<Spending, StorageError>
    /** A payer's rows with an unknown charge, oldest first. */
    readonly unknowns: (payer: Payer, nowMillis: number) => Effect.Effect<ReadonlyArray<Row>, StorageError>
    /** The latest purchase that blocks a question because its answer is not cached. */
    readonly uncachedPurchase: (question: Question, nowMillis: number) => Effect.Effect<Row | undefined, StorageError>
  }
>()("@inlay/core-http/Ledger") {}

/**
 * A ledger in memory, for programs without a data directory. Settled rows are reduced to sums, so memory does not grow
 * with use.
 */
export const layerMemory: Layer.Layer<Ledger> = /* @__PURE__ */ Layer.sync(Ledger, () => {
  /** Rows that may still block a question. */
  const rows = new Map<Row["id"], Row>()
  /** The other rows, added up by all that caps tell apart. */
  const sums = new Map<string, Payment>()
  const paymentOf = (row: Row): Payment => ({ ...row, credits: countedCredits(row) })
  const add = ({ scope, purse, run, principal, event, ...row }: Payment) => {
    const whose = defined({ scope, purse, run, principal, event, atMillis: dayStart(row.atMillis) })
    const key = JSON.stringify(whose)
    sums.set(key, { ...whose, credits: row.credits + (sums.get(key)?.credits ?? 0) })
  }
  const of = (payer: Payer) => [...rows.values()].filter((row) => isPaidBy(row, payer))
  const spending = (payer: Payer, at: SpendingAt) =>
    spendingOf([...sums.values(), ...Array.from(rows.values(), paymentOf)], payer, at)
  const relatedRows = (question: Question) => of(question).filter((row) => isRelated(row, question))
  const put = (row: Row, nowMillis: number) => {
    if (row.state !== "settled" || isUncached(row, nowMillis)) return rows.set(row.id, row)
    rows.delete(row.id)
    return add(paymentOf(row))
  }
  return {
    reserve: (reservation) =>
      Effect.sync(() => {
        for (const row of rows.values()) put(row, reservation.nowMillis)
        const decision = decide(reservation, relatedRows(reservation), spending(reservation, reservation))
        if (decision._tag !== "Reserve") return decision
        for (const row of decision.decidedRows) put(row, reservation.nowMillis)
        const id = crypto.randomUUID()
        rows.set(id, openRow(id, reservation))
        return { _tag: "Reserved" as const, id }
      }),
    settle: (id, outcome) =>
      Effect.sync(() => {
        const row = rows.get(id)
        if (row !== undefined) put(withOutcome(row, outcome), row.atMillis)
      }),
    spent: (payer, at) => Effect.sync(() => spending(payer, at)),
    unknowns: (payer, nowMillis) =>
      Effect.sync(() =>
        of(payer)
          .filter((row) => isUnknown(row, nowMillis))
          .sort((a, b) => a.atMillis - b.atMillis)
      ),
    uncachedPurchase: (question, nowMillis) =>
      Effect.sync(() => uncachedPurchaseOf(question, relatedRows(question), nowMillis))
  }
})
