/** The ledger as a person reads it: what each account spent today, and which lookups nobody knows the fate of. */
import { dayStart, type Row } from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { COUNTED, UNKNOWN, toRow, type LedgerRecord } from "./Ledger.ts"
import { stored } from "./stored.ts"

export interface AccountSpending {
  /** Credits of the UTC day: charges known, plus estimates of what is open or unknown. */
  readonly today: number
  /** Rows whose charge is unknown, oldest first. */
  readonly undecided: ReadonlyArray<Row>
}

export class Spending extends Context.Service<
  Spending,
  {
    /** Of an account: ledger scopes are `<plugin>/<account>`. */
    readonly of: (
      account: { readonly plugin: string; readonly name: string },
      nowMillis: number
    ) => Effect.Effect<AccountSpending, StorageError>
  }
>()("@inlay/hub/Spending") {}

const make = Effect.map(SqlClient.SqlClient, (sql) =>
  Spending.of({
    of: ({ plugin, name }, nowMillis) => {
      const scope = `${plugin}/${name}`
      return stored(
        "ledger.spending",
        Effect.all({
          today: Effect.map(
            sql.unsafe<{ readonly total: number }>(
              `SELECT coalesce(sum(${COUNTED}), 0) AS total FROM ledger WHERE scope = ? AND at_millis >= ?`,
              [scope, dayStart(nowMillis)]
            ),
            (rows) => rows[0]?.total ?? 0
          ),
          undecided: Effect.map(
            sql.unsafe<LedgerRecord>(`SELECT * FROM ledger WHERE scope = ? AND ${UNKNOWN} ORDER BY at_millis`, [
              scope,
              nowMillis
            ]),
            (records) => records.map(toRow)
          )
        })
      )
    }
  })
)

export const layer: Layer.Layer<Spending, never, SqlClient.SqlClient> = Layer.effect(Spending, make)
