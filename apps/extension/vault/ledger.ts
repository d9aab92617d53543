/**
 * The spending ledger of this browser. A row is on disk before its request is sent. Only one worker lives at a time, so
 * a row that another worker has opened was lost with it: it is read as a row with an unknown charge.
 */
import {
  countedCredits,
  dayStart,
  decide,
  isUnknown,
  Ledger,
  isPaidBy,
  openRow,
  withOutcome,
  uncachedPurchaseOf,
  type Question,
  type Payer,
  type ReserveResult,
  type Row
} from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { idOfScope } from "./account-id.ts"
import { Database } from "./database/Database.ts"
import { together } from "./database/requests.ts"
import { readRow } from "./records.ts"

export interface StoredRow extends Row {
  /** Values of the multi-entry index: account or key, operation, and one identifier each. */
  readonly marks: ReadonlyArray<string>
}

/** A purse is hexadecimal digits and a scope is `<plugin>/<account>`, so the two cannot be confused. */
const payers = ({ scope, purse }: Payer): ReadonlyArray<string> => (purse === "" ? [scope] : [scope, purse])

export const marksOf = (of: Pick<Row, "scope" | "purse" | "operation" | "keys">): ReadonlyArray<string> =>
  payers(of).flatMap((payer) => [...new Set(of.keys)].map((key) => `${payer}\n${of.operation}\n${key}`))

const rowOf = ({ marks: _marks, ...row }: StoredRow): Row => readRow(row)

const once = <A extends Row>(rows: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(rows.map((row) => [row.id, row])).values()
]

const sum = (rows: ReadonlyArray<Row>): number => rows.reduce((total, row) => total + countedCredits(readRow(row)), 0)

/** Requests the rows of the payer's UTC day, by account and by key, and likewise the rows of the run. */
const spendingRows = (
  ledger: IDBObjectStore,
  { scope, purse }: Payer,
  at: { readonly nowMillis: number; readonly run: string }
): ReadonlyArray<IDBRequest<Array<StoredRow>>> => {
  const since = (payer: string) => IDBKeyRange.bound([payer, dayStart(at.nowMillis)], [payer, Number.POSITIVE_INFINITY])
  return [
    ledger.index("day").getAll(since(scope)),
    ledger.index("run").getAll([scope, at.run]),
    ...(purse === ""
      ? []
      : [ledger.index("purseDay").getAll(since(purse)), ledger.index("purseRun").getAll([purse, at.run])])
  ]
}

/** The sum of those rows, each counted once. */
const spentOf = ([day = [], run = [], purseDay = [], purseRun = []]: ReadonlyArray<ReadonlyArray<Row>>) => ({
  day: sum(once([...day, ...purseDay])),
  run: sum(once([...run, ...purseRun]))
})

const relatedRows = (ledger: IDBObjectStore, question: Question): ReadonlyArray<IDBRequest<Array<StoredRow>>> =>
  marksOf(question).map((mark) => ledger.index("marks").getAll(mark))

/** Rows of all accounts whose outcome may be missing, including rows with an invalid state. */
const openRows = (ledger: IDBObjectStore): ReadonlyArray<IDBRequest<Array<StoredRow>>> =>
  [
    IDBKeyRange.upperBound("confirmed", true),
    IDBKeyRange.bound("confirmed", "settled", true, true),
    IDBKeyRange.lowerBound("settled", true)
  ].map((states) => ledger.index("state").getAll(states))

const byAge = (a: Row, b: Row) => a.atMillis - b.atMillis

export const layer: Layer.Layer<Ledger, never, Database> = Layer.effect(
  Ledger,
  Effect.map(Database, ({ read, write }) => {
    /** Ids of the rows that this worker has opened. */
    const own = new Set<string>()
    const readCurrent = (stored: StoredRow): Row => {
      const row = rowOf(stored)
      return row.state === "open" && !own.has(row.id) ? { ...row, state: "unknown" } : row
    }
    const oldestFirst = (rowLists: ReadonlyArray<ReadonlyArray<StoredRow>>): ReadonlyArray<Row> =>
      once(rowLists.flat()).map(readCurrent).sort(byAge)
    return {
      reserve: (reservation) =>
        write<ReserveResult>("ledger.reserve", "ledger", (ledger, give) => {
          const isCapped = reservation.caps.day !== undefined || reservation.caps.run !== undefined
          const relatedRequests = relatedRows(ledger, reservation)
          const sums = isCapped ? spendingRows(ledger, reservation, reservation) : []
          together([...relatedRequests, ...sums], (results) => {
            const rows = oldestFirst(results.slice(0, relatedRequests.length))
            const decision = decide(reservation, rows, spentOf(results.slice(relatedRequests.length)))
            if (decision._tag !== "Reserve") return give(decision)
            for (const row of decision.decidedRows) ledger.put({ ...row, marks: marksOf(row) } satisfies StoredRow)
            const row = openRow(crypto.randomUUID(), reservation)
            ledger.add({ ...row, marks: marksOf(row) } satisfies StoredRow)
            own.add(row.id)
            give({ _tag: "Reserved", id: row.id })
          })
        }),
      settle: (id, outcome) =>
        write<void>("ledger.settle", "ledger", (ledger, give) => {
          const request: IDBRequest<StoredRow | undefined> = ledger.get(id)
          request.onsuccess = () => {
            if (request.result !== undefined) {
              const row = withOutcome(rowOf(request.result), outcome)
              ledger.put({ ...row, marks: marksOf(row) } satisfies StoredRow)
            }
            give()
          }
        }),
      spent: (payer, at) =>
        read<{ day: number; run: number }>("ledger.spent", "ledger", (ledger, give) =>
          together(spendingRows(ledger, payer, at), (rows) => give(spentOf(rows)))
        ),
      unknowns: (payer, nowMillis) =>
        read<ReadonlyArray<Row>>("ledger.unknowns", "ledger", (ledger, give) =>
          together(openRows(ledger), (rowLists) =>
            give(oldestFirst(rowLists).filter((row) => isPaidBy(row, payer) && isUnknown(row, nowMillis)))
          )
        ),
      uncachedPurchase: (question, nowMillis) =>
        read<Row | undefined>("ledger.uncachedPurchase", "ledger", (ledger, give) =>
          together(relatedRows(ledger, question), (rows) =>
            give(uncachedPurchaseOf(question, oldestFirst(rows), nowMillis))
          )
        )
    }
  })
)

/**
 * How long a lost answer counts as bought but not saved. The real period cannot be read any more, so this is the
 * default.
 */
const KEPT_MILLIS = 30 * 86_400_000

/**
 * Marks the purchases of a question as bought but not saved, so that buying them again needs the user's consent. For a
 * transaction over `ledger`.
 * @param question its scope may name an address after `@`, like the scope of an answer
 */
export const loseAnswers = (
  ledger: IDBObjectStore,
  { scope, operation, keys }: Pick<Row, "scope" | "operation" | "keys">,
  onDone: () => void
): void => {
  const marks = marksOf({ scope: idOfScope(scope), purse: "", operation, keys })
  together(
    marks.map((mark): IDBRequest<Array<StoredRow>> => ledger.index("marks").getAll(mark)),
    (rowLists) => {
      for (const row of once(rowLists.flat())) {
        const isPaid = row.state === "settled" && row.charged !== 0
        if (isPaid) ledger.put({ ...row, uncached: "store", uncachedUntilMillis: row.atMillis + KEPT_MILLIS })
      }
      onDone()
    }
  )
}

/**
 * Rewrites damaged rows in repaired form, so that they are listed and can be settled: a row without a valid state is in
 * no index.
 */
export const mend: Effect.Effect<void, StorageError, Database> = Effect.flatMap(Database, ({ write }) =>
  write<void>("ledger.mend", "ledger", (ledger, give) => {
    const all: IDBRequest<Array<StoredRow>> = ledger.getAll()
    all.onsuccess = () => {
      for (const { marks, ...row } of all.result) {
        const whole = readRow(row)
        if (whole !== row) ledger.put({ ...whole, marks } satisfies StoredRow)
      }
      give()
    }
  })
)
