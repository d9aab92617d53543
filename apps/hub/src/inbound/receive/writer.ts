/** How groups of received rows are written: into SQLite's file by a thread, anywhere else by statements. */
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import * as ByStatement from "./by-statement.ts"
import * as ByThread from "./by-thread.ts"

/** `undefined` for a database in memory. */
const fileOf = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly file: string | null }>`PRAGMA database_list`, ([main]) => main?.file || undefined)

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { dialect } = yield* Database
  const filename = dialect === "sqlite" ? yield* Effect.orDie(fileOf(sql)) : undefined
  return yield* filename === undefined ? ByStatement.make : ByThread.make(filename)
})
