/**
 * Chooses how deliveries are stored first: in a journal beside an SQLite file, and directly in the database otherwise.
 */
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { deliveriesOf } from "../../storage/paths.ts"
import * as ByJournal from "./by-journal.ts"
import * as ByStatement from "./by-statement.ts"

/** Undefined for a database in memory. */
const fileOf = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly file: string | null }>`PRAGMA database_list`, ([main]) => main?.file || undefined)

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { dialect } = yield* Database
  const filename = dialect === "sqlite" ? yield* Effect.orDie(fileOf(sql)) : undefined
  return yield* filename === undefined ? ByStatement.make : ByJournal.make(deliveriesOf(filename))
})
