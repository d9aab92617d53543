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
  opened,
  type ReserveResult,
  type Row
} from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Database, together } from "./database.ts"
import { readRow } from "./records.ts"

interface Stored extends Row {
  /** What the multi-entry index finds the row by: account, operation and one identifier each. */
  readonly marks: ReadonlyArray<string>
}

const marksOf = (of: Pick<Row, "scope" | "operation" | "keys">): ReadonlyArray<string> =>
  [...new Set(of.keys)].map((key) => `${of.scope}\n${of.operation}\n${key}`)

const rowOf = ({ marks: _marks, ...row }: Stored): Row => readRow(row)

const sum = (rows: ReadonlyArray<Row>): number => rows.reduce((total, row) => total + counted(readRow(row)), 0)

/** The rows of the account's UTC day, and those of the run. */
const spendingRows = (
  ledger: IDBObjectStore,
  scope: string,
  at: { readonly nowMillis: number; readonly run: string }
): ReadonlyArray<IDBRequest<Array<Stored>>> => [
  ledger.index("day").getAll(IDBKeyRange.bound([scope, dayStart(at.nowMillis)], [scope, Number.POSITIVE_INFINITY])),
  ledger.index("run").getAll([scope, at.run])
]

/** Rows whose outcome may be missing, of every account. */
const unsettled = (ledger: IDBObjectStore): ReadonlyArray<IDBRequest<Array<Stored>>> =>
  ["open", "unknown"].map((state) => ledger.index("state").getAll(state))

const byAge = (a: Row, b: Row) => a.atMillis - b.atMillis

export const layer: Layer.Layer<Ledger, never, Database> = Layer.effect(
  Ledger,
  Effect.map(Database, ({ transact }) => ({
    reserve: (reservation) =>
      transact<ReserveResult>("ledger.reserve", ["ledger"], "readwrite", (transaction, give) => {
        const ledger = transaction.objectStore("ledger")
        const marks = marksOf(reservation)
        const capped = reservation.caps.day !== undefined || reservation.caps.run !== undefined
        const related = marks.map((mark): IDBRequest<Array<Stored>> => ledger.index("marks").getAll(mark))
        const sums = capped ? spendingRows(ledger, reservation.scope, reservation) : []
        together([...related, ...sums], (results) => {
          const rows = new Map(results.slice(0, marks.length).flatMap((found) => found.map((row) => [row.id, row])))
          const [day = [], run = []] = results.slice(marks.length)
          const decision = decide(reservation, [...rows.values()].map(readRow).sort(byAge), {
            day: sum(day),
            run: sum(run)
          })
          if (decision._tag !== "Reserve") return give(decision)
          for (const row of decision.confirm) {
            ledger.put({ ...row, marks: marksOf(row), state: "confirmed" } satisfies Stored)
          }
          const row = opened(crypto.randomUUID(), reservation)
          ledger.add({ ...row, marks } satisfies Stored)
          give({ _tag: "Reserved", id: row.id })
        })
      }),
    settle: (id, outcome) =>
      transact<void>("ledger.settle", ["ledger"], "readwrite", (transaction, give) => {
        const ledger = transaction.objectStore("ledger")
        const request: IDBRequest<Stored | undefined> = ledger.get(id)
        request.onsuccess = () => {
          if (request.result !== undefined) ledger.put({ ...request.result, ...outcome } satisfies Stored)
          give()
        }
      }),
    spent: (scope, at) =>
      transact<{ day: number; run: number }>("ledger.spent", ["ledger"], "readonly", (transaction, give) =>
        together(spendingRows(transaction.objectStore("ledger"), scope, at), ([day = [], run = []]) =>
          give({ day: sum(day), run: sum(run) })
        )
      ),
    unknowns: (scope, nowMillis) =>
      transact<ReadonlyArray<Row>>("ledger.unknowns", ["ledger"], "readonly", (transaction, give) =>
        together(unsettled(transaction.objectStore("ledger")), (found) =>
          give(
            found
              .flat()
              .map(rowOf)
              .filter((row) => row.scope === scope && isUnknown(row, nowMillis))
              .sort(byAge)
          )
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
