/**
 * The spending ledger of this browser. A row is on disk before its request is sent. Only one worker lives at a time, so
 * what it finds open when it starts was lost with an earlier one: its charge is unknown from that moment on.
 */
import {
  counted,
  dayStart,
  decide,
  isUnknown,
  Ledger,
  isOf,
  opened,
  settled,
  unkeptOf,
  type Asked,
  type Payer,
  type ReserveResult,
  type Row
} from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Database, together } from "./database.ts"
import { readRow } from "./records.ts"

export interface Stored extends Row {
  /** What the multi-entry index finds the row by: account or key, operation and one identifier each. */
  readonly marks: ReadonlyArray<string>
}

/** Hexadecimal digits and `<plugin>/<account>`: one is never taken for the other. */
const payers = ({ scope, purse }: Payer): ReadonlyArray<string> => (purse === "" ? [scope] : [scope, purse])

export const marksOf = (of: Pick<Row, "scope" | "purse" | "operation" | "keys">): ReadonlyArray<string> =>
  payers(of).flatMap((payer) => [...new Set(of.keys)].map((key) => `${payer}\n${of.operation}\n${key}`))

const rowOf = ({ marks: _marks, ...row }: Stored): Row => readRow(row)

const once = <A extends Row>(rows: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(rows.map((row) => [row.id, row])).values()
]

const sum = (rows: ReadonlyArray<Row>): number => rows.reduce((total, row) => total + counted(readRow(row)), 0)

/** The rows of the payer's UTC day by account and by key, and those of the run likewise. */
const spendingRows = (
  ledger: IDBObjectStore,
  { scope, purse }: Payer,
  at: { readonly nowMillis: number; readonly run: string }
): ReadonlyArray<IDBRequest<Array<Stored>>> => {
  const since = (payer: string) => IDBKeyRange.bound([payer, dayStart(at.nowMillis)], [payer, Number.POSITIVE_INFINITY])
  return [
    ledger.index("day").getAll(since(scope)),
    ledger.index("run").getAll([scope, at.run]),
    ...(purse === ""
      ? []
      : [ledger.index("purseDay").getAll(since(purse)), ledger.index("purseRun").getAll([purse, at.run])])
  ]
}

/** What those rows come to, each counted once. */
const spentOf = ([day = [], run = [], purseDay = [], purseRun = []]: ReadonlyArray<ReadonlyArray<Row>>) => ({
  day: sum(once([...day, ...purseDay])),
  run: sum(once([...run, ...purseRun]))
})

const relatedRows = (ledger: IDBObjectStore, question: Asked): ReadonlyArray<IDBRequest<Array<Stored>>> =>
  marksOf(question).map((mark) => ledger.index("marks").getAll(mark))

const oldestFirst = (rowLists: ReadonlyArray<ReadonlyArray<Stored>>): ReadonlyArray<Stored> =>
  once(rowLists.flat()).toSorted(byAge)

/** Rows whose outcome may be missing, of every account; with a state that is none, too. */
const openRows = (ledger: IDBObjectStore): ReadonlyArray<IDBRequest<Array<Stored>>> =>
  [
    IDBKeyRange.upperBound("confirmed", true),
    IDBKeyRange.bound("confirmed", "settled", true, true),
    IDBKeyRange.lowerBound("settled", true)
  ].map((states) => ledger.index("state").getAll(states))

const byAge = (a: Row, b: Row) => a.atMillis - b.atMillis

export const layer: Layer.Layer<Ledger, never, Database> = Layer.effect(
  Ledger,
  Effect.map(Database, ({ transact }) => ({
    reserve: (reservation) =>
      transact<ReserveResult>("ledger.reserve", ["ledger"], "readwrite", (transaction, give) => {
        const ledger = transaction.objectStore("ledger")
        const isCapped = reservation.caps.day !== undefined || reservation.caps.run !== undefined
        const relatedRequests = relatedRows(ledger, reservation)
        const sums = isCapped ? spendingRows(ledger, reservation, reservation) : []
        together([...relatedRequests, ...sums], (results) => {
          const rows = oldestFirst(results.slice(0, relatedRequests.length)).map(readRow).toSorted(byAge)
          const decision = decide(reservation, rows, spentOf(results.slice(relatedRequests.length)))
          if (decision._tag !== "Reserve") return give(decision)
          for (const row of decision.confirm) {
            ledger.put({ ...row, marks: marksOf(row), state: "confirmed" } satisfies Stored)
          }
          const row = opened(crypto.randomUUID(), reservation)
          ledger.add({ ...row, marks: marksOf(row) } satisfies Stored)
          give({ _tag: "Reserved", id: row.id })
        })
      }),
    settle: (id, outcome) =>
      transact<void>("ledger.settle", ["ledger"], "readwrite", (transaction, give) => {
        const ledger = transaction.objectStore("ledger")
        const request: IDBRequest<Stored | undefined> = ledger.get(id)
        request.onsuccess = () => {
          if (request.result !== undefined) {
            const row = settled(rowOf(request.result), outcome)
            ledger.put({ ...row, marks: marksOf(row) } satisfies Stored)
          }
          give()
        }
      }),
    spent: (payer, at) =>
      transact<{ day: number; run: number }>("ledger.spent", ["ledger"], "readonly", (transaction, give) =>
        together(spendingRows(transaction.objectStore("ledger"), payer, at), (rows) => give(spentOf(rows)))
      ),
    unknowns: (payer, nowMillis) =>
      transact<ReadonlyArray<Row>>("ledger.unknowns", ["ledger"], "readonly", (transaction, give) =>
        together(openRows(transaction.objectStore("ledger")), (rowLists) =>
          give(
            rowLists
              .flat()
              .map(rowOf)
              .filter((row) => isOf(row, payer) && isUnknown(row, nowMillis))
              .sort(byAge)
          )
        )
      ),
    unkept: (question, nowMillis) =>
      transact<Row | undefined>("ledger.unkept", ["ledger"], "readonly", (transaction, give) =>
        together(relatedRows(transaction.objectStore("ledger"), question), (rows) =>
          give(unkeptOf(question, oldestFirst(rows), nowMillis))
        )
      )
  }))
)

/** Counts every open row as unknown: for a worker's start, before anything else uses the ledger. */
export const loseOpen: Effect.Effect<void, StorageError, Database> = Effect.flatMap(Database, ({ transact }) =>
  transact<void>("ledger.loseOpen", ["ledger"], "readwrite", (transaction, give) => {
    const ledger = transaction.objectStore("ledger")
    const open: IDBRequest<Array<Stored>> = ledger.index("state").getAll("open")
    open.onsuccess = () => {
      for (const row of open.result) ledger.put({ ...row, state: "unknown" } satisfies Stored)
      give()
    }
  })
)

/** What a damaged answer would have been kept for can be read no more: as long as one is, unless an account says otherwise. */
const KEPT_MILLIS = 30 * 86_400_000

/**
 * Notes of the purchases behind a question that their answers are lost: buying them again is for the user to say. For a
 * transaction over `ledger`.
 * @param question its scope may name an address after `@`, as that of an answer does
 */
export const loseAnswers = (
  ledger: IDBObjectStore,
  { scope, operation, keys }: Pick<Row, "scope" | "operation" | "keys">,
  onDone: () => void
): void => {
  const marks = marksOf({ scope: scope.replace(/@.*$/s, ""), purse: "", operation, keys })
  together(
    marks.map((mark): IDBRequest<Array<Stored>> => ledger.index("marks").getAll(mark)),
    (rowLists) => {
      for (const row of once(rowLists.flat())) {
        const isPaid = row.state === "settled" && row.charged !== 0
        if (isPaid) ledger.put({ ...row, unkept: "store", unkeptUntilMillis: row.atMillis + KEPT_MILLIS })
      }
      onDone()
    }
  )
}

/** Writes down what a damaged row is read as, so that it is listed and can be settled: no index has a row without a state. */
export const mend: Effect.Effect<void, StorageError, Database> = Effect.flatMap(Database, ({ transact }) =>
  transact<void>("ledger.mend", ["ledger"], "readwrite", (transaction, give) => {
    const ledger = transaction.objectStore("ledger")
    const all: IDBRequest<Array<Stored>> = ledger.getAll()
    all.onsuccess = () => {
      for (const { marks, ...row } of all.result) {
        const whole = readRow(row)
        if (whole !== row) ledger.put({ ...whole, marks } satisfies Stored)
      }
      give()
    }
  })
)
