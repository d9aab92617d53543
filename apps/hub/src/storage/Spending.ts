/** The ledger as a person reads it: what each account spent today, and the charges that nobody knows. */
import { Ledger, type Payer, type Row } from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { UNKNOWN, purseOf, toRow } from "./Ledger.ts"
import type { LedgerRecord } from "./rows.ts"
import { stored } from "./stored.ts"

export interface AccountSpending {
  /** Credits of the UTC day: charges known, plus estimates of what is open or unknown. */
  readonly today: number
  /** Rows whose charge is unknown, oldest first. */
  readonly undecided: ReadonlyArray<Row>
  /** The last charge of each operation, of those that cost something. */
  readonly lastCharges: ReadonlyArray<LastCharge>
}

export interface LastCharge {
  readonly operation: string
  /** Credits. */
  readonly charged: number
  readonly atMillis: number
}

export class Spending extends Context.Service<
  Spending,
  {
    /** Of an account and its key: ledger scopes are `<plugin>/<account>`. */
    readonly of: (payer: Payer, nowMillis: number) => Effect.Effect<AccountSpending, StorageError>
    /** The rows of every account whose charge is unknown, oldest first. */
    readonly unknowns: (nowMillis: number) => Effect.Effect<ReadonlyArray<Row>, StorageError>
    /** Says what an unknown row was charged, in credits. False where it is not unknown (any more). */
    readonly settle: (id: string, credits: number, nowMillis: number) => Effect.Effect<boolean, StorageError>
  }
>()("@inlay/hub/Spending") {}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Ledger]), ([sql, ledger]) => {
  /** SQLite gives the other columns of the row that has the maximum. */
  const lastCharges = (payer: Payer) =>
    stored(
      "ledger.lastCharges",
      Effect.map(
        sql<{ readonly operation: string; readonly charged: number; readonly at_millis: number }>`
          SELECT operation, charged, max(at_millis) AS at_millis FROM ledger
          WHERE (scope = ${payer.scope} OR purse = ${purseOf(payer)}) AND state = 'settled' AND charged > 0
          GROUP BY operation`,
        (rows) => rows.map(({ operation, charged, at_millis }) => ({ operation, charged, atMillis: at_millis }))
      )
    )
  return Spending.of({
    of: (payer, nowMillis) =>
      Effect.all({
        // Of no run: what the day comes to is asked alone.
        today: Effect.map(ledger.spent(payer, { nowMillis, run: "" }), ({ day }) => day),
        undecided: ledger.unknowns(payer, nowMillis),
        lastCharges: lastCharges(payer)
      }),
    unknowns: (nowMillis) =>
      stored(
        "ledger.unknowns",
        Effect.map(
          sql.unsafe<LedgerRecord>(`SELECT * FROM ledger WHERE ${UNKNOWN} ORDER BY at_millis`, [nowMillis]),
          (records) => records.map(toRow)
        )
      ),
    // One statement: what another process settled or asked again meanwhile stays as it is.
    settle: (id, credits, nowMillis) =>
      stored(
        "ledger.settle",
        Effect.map(
          sql.unsafe(`UPDATE ledger SET state = 'settled', charged = ? WHERE id = ? AND ${UNKNOWN} RETURNING id`, [
            credits,
            id,
            nowMillis
          ]),
          (rows) => rows.length > 0
        )
      )
  })
})

export const layer: Layer.Layer<Spending, never, SqlClient.SqlClient | Ledger> = Layer.effect(Spending, make)
