/**
 * The spending ledger in SQLite. `reserve` decides and writes inside one transaction that holds the write lock from its
 * start, so two processes on one file never pass a cap together nor ask the same twice.
 */
import {
  CLOCK_TOLERANCE_MILLIS,
  Ledger,
  dayStart,
  decide,
  opened,
  type Reservation,
  type ReserveResult,
  type Row
} from "@inlay/core-http/Ledger"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { MAX_CREDITS, readRow, type LedgerRecord } from "./rows.ts"
import { stored } from "./stored.ts"

/** The row that a record is read as, damaged or not. */
export const toRow = (record: LedgerRecord): Row => readRow(record).row

const inBounds = (column: string) => `${column} BETWEEN 0 AND ${MAX_CREDITS}`
/** `readRow` finds such a row damaged by its numbers, which a sum must not take as they are. */
const IMPOSSIBLE = `(charged IS NOT NULL AND NOT ${inBounds("charged")})`

/** `counted` of core-http's Ledger, summed by the database. */
export const COUNTED = `CASE WHEN state = 'settled' AND NOT ${IMPOSSIBLE} THEN coalesce(charged, 0)
  WHEN ${inBounds("estimate")} THEN estimate ELSE 0 END`
/** `isUnknown` of core-http's Ledger; takes the present moment. */
export const UNKNOWN = `(state = 'unknown' OR ${IMPOSSIBLE} OR
  (state = 'open' AND NOT ? BETWEEN at_millis - ${CLOCK_TOLERANCE_MILLIS} AND lease_ends_millis - 1))`

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const sum = (where: string, parameters: ReadonlyArray<string | number>) =>
    Effect.map(
      sql.unsafe<{ readonly total: number }>(
        `SELECT coalesce(sum(${COUNTED}), 0) AS total FROM ledger WHERE ${where}`,
        [...parameters]
      ),
      (rows) => rows[0]?.total ?? 0
    )

  const spent = (scope: string, at: { readonly nowMillis: number; readonly run: string }) =>
    Effect.all({
      day: sum("scope = ? AND at_millis >= ?", [scope, dayStart(at.nowMillis)]),
      run: sum("scope = ? AND run = ?", [scope, at.run])
    })

  /** Undecided rows that share a key: settled ones cannot change the decision. */
  const related = ({ scope, operation, keys }: Reservation) =>
    keys.length === 0
      ? Effect.succeed([])
      : Effect.map(
          sql<LedgerRecord>`SELECT * FROM ledger WHERE (state IN ('open', 'unknown') OR ${sql.literal(IMPOSSIBLE)}) AND id IN (
              SELECT row_id FROM ledger_keys WHERE ${sql.and([
                sql`scope = ${scope}`,
                sql`operation = ${operation}`,
                sql.in("key", keys)
              ])}
            ) ORDER BY at_millis`,
          (records) => records.map(toRow)
        )

  const write = (row: Row) =>
    Effect.andThen(
      sql`INSERT INTO ledger ${sql.insert({
        id: row.id,
        scope: row.scope,
        operation: row.operation,
        keys: JSON.stringify(row.keys),
        estimate: row.estimate,
        charged: row.charged,
        state: row.state,
        run: row.run,
        at_millis: row.atMillis,
        lease_ends_millis: row.leaseEndsMillis
      })}`,
      Effect.forEach(
        new Set(row.keys),
        (key) =>
          sql`INSERT INTO ledger_keys ${sql.insert({ scope: row.scope, operation: row.operation, key, row_id: row.id })}`,
        { discard: true }
      )
    )

  const reserve = Effect.fnUntraced(function* (reservation: Reservation) {
    const capped = reservation.caps.day !== undefined || reservation.caps.run !== undefined
    const sums = capped ? yield* spent(reservation.scope, reservation) : { day: 0, run: 0 }
    const decision = decide(reservation, yield* related(reservation), sums)
    if (decision._tag !== "Reserve") return decision
    if (decision.confirm.length > 0) {
      yield* sql`UPDATE ledger SET state = 'confirmed' WHERE ${sql.in(
        "id",
        decision.confirm.map((row) => row.id)
      )}`
    }
    const row = opened(crypto.randomUUID(), reservation)
    yield* write(row)
    const reserved: ReserveResult = { _tag: "Reserved", id: row.id }
    return reserved
  })

  return Ledger.of({
    reserve: (reservation) => stored("ledger.reserve", sql.withTransaction(reserve(reservation))),
    settle: (id, outcome) =>
      stored(
        "ledger.settle",
        outcome.state === "settled"
          ? sql`UPDATE ledger SET state = 'settled', charged = ${outcome.charged} WHERE id = ${id}`
          : sql`UPDATE ledger SET state = 'unknown' WHERE id = ${id}`
      ),
    spent: (scope, at) => stored("ledger.spent", spent(scope, at)),
    unknowns: (scope, nowMillis) =>
      stored(
        "ledger.unknowns",
        Effect.map(
          sql.unsafe<LedgerRecord>(`SELECT * FROM ledger WHERE scope = ? AND ${UNKNOWN} ORDER BY at_millis`, [
            scope,
            nowMillis
          ]),
          (records) => records.map(toRow)
        )
      )
  })
})

export const layer: Layer.Layer<Ledger, never, SqlClient.SqlClient> = Layer.effect(Ledger, make)
