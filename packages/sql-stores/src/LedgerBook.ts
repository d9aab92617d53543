/** The ledger of all accounts, for those who manage them: unknown charges, and what operations last cost. */
import type { Payer, Row } from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

import { Database } from "./Database.ts"
import { ledgerStatements, purseOf } from "./ledger-statements.ts"
import { readRow } from "./rows.ts"
import { storeOperation } from "./store-operation.ts"

/** Among how many charges of an account, and of its key, the last ones are looked for. */
const NEWEST = 1_000

/** The most recent charge of an operation. */
export interface LastCharge {
  readonly operation: string
  /** Credits. */
  readonly charged: number
  readonly atMillis: number
}

/** What somebody says that an unknown row was charged. */
export interface Settlement {
  /** Credits. */
  readonly charged: number
  /** As in `Reservation`: if false, the row counts at least what it counted before. */
  readonly managesCaps: boolean
}

/** The ledger's rows of all accounts. */
export class LedgerBook extends Context.Service<
  LedgerBook,
  {
    /**
     * The rows of all accounts with an unknown charge, oldest first. @param principal limits the rows to those of this
     * caller
     */
    readonly unknowns: (nowMillis: number, principal?: string) => Effect.Effect<ReadonlyArray<Row>, StorageError>
    /** The last charge of each operation among a payer's newest 1,000 that cost something. */
    readonly lastCharges: (payer: Payer) => Effect.Effect<ReadonlyArray<LastCharge>, StorageError>
    /**
     * Records what an unknown row was charged. Returns false if the row's charge is not unknown, or no longer.
     */
    readonly settle: (id: string, settlement: Settlement, nowMillis: number) => Effect.Effect<boolean, StorageError>
  }
>()("@inlay/sql-stores/LedgerBook") {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, repeatable } = yield* Database
  const { countedCredits, isUnknown, unknownRecords } = ledgerStatements(sql)
  /** Answered from the end of an index, however many purchases there are. */
  const newest = (whose: Fragment) => sql`SELECT operation, charged, at_millis FROM ledger
    WHERE ${whose} AND state = 'settled' AND charged > 0 ORDER BY at_millis DESC LIMIT ${NEWEST}`

  return LedgerBook.of({
    unknowns: (nowMillis, principal) =>
      storeOperation(
        "ledger.unknowns",
        Effect.map(
          repeatable(unknownRecords(nowMillis, ...(principal === undefined ? [] : [sql`principal = ${principal}`]))),
          (records) => records.map((record) => readRow(record).row)
        )
      ),
    lastCharges: (payer) =>
      storeOperation(
        "ledger.lastCharges",
        Effect.map(
          repeatable(sql<{ readonly operation: string; readonly charged: number; readonly at_millis: number }>`
          SELECT operation, charged, at_millis FROM (
            SELECT operation, charged, at_millis, row_number() OVER (PARTITION BY operation ORDER BY at_millis DESC) AS place
            FROM (SELECT * FROM (${newest(sql`scope = ${payer.scope}`)}) AS of_account
              UNION ALL SELECT * FROM (${newest(sql`purse = ${purseOf(payer)}`)}) AS of_key) AS newest
          ) AS charges WHERE place = 1 ORDER BY operation`),
          (rows) => rows.map(({ operation, charged, at_millis }) => ({ operation, charged, atMillis: at_millis }))
        )
      ),
    // A single statement, so that a row that another process has settled or retried in the meantime is not changed.
    settle: (id, { charged, managesCaps }, nowMillis) =>
      storeOperation(
        "ledger.settle",
        Effect.map(
          write(sql`UPDATE ledger SET state = 'settled', charged = ${charged},
              least_counted = ${managesCaps ? null : countedCredits}
            WHERE id = ${id} AND ${isUnknown(nowMillis)} RETURNING id`),
          (rows) => rows.length > 0
        )
      )
  })
})

/** The book of all rows in the ledger's table of a migrated database. */
export const layer: Layer.Layer<LedgerBook, never, SqlClient.SqlClient | Database> = Layer.effect(LedgerBook, make)
