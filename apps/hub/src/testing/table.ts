/** A table in an SQLite file of its own, with helpers to write rows. */
import { Database } from "@inlay/sql-stores/Database"
import * as Sqlite from "@inlay/sql-stores/sqlite/Sqlite"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"

/** @param filename a database that does not exist yet */
export const withTable = <A, E>(
  filename: string,
  body: (database: {
    readonly sql: SqlClient.SqlClient
    readonly insert: (name: string) => Effect.Effect<unknown, unknown>
    readonly write: Database["Service"]["write"]
    readonly names: Effect.Effect<ReadonlyArray<string>, unknown>
    readonly filename: string
  }) => Effect.Effect<A, E, Database | SqlClient.SqlClient>,
  options: Partial<Pick<Sqlite.Options, "isSynced" | "checkpoints" | "busyTimeout">> = {}
) => {
  return Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { write } = yield* Database
    yield* sql`CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT`
    const names = Effect.map(sql<{ name: string }>`SELECT name FROM t ORDER BY id`, (rows) =>
      rows.map(({ name }) => name)
    )
    const insert = (name: string) => sql`INSERT INTO t (name) VALUES (${name})`
    return yield* body({ sql, insert, write, names, filename })
  }).pipe(Effect.provide(Sqlite.layer({ filename, busyTimeout: Duration.millis(200), ...options })))
}

export const atOnce = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>) =>
  Effect.all(effects.map(Effect.exit), { concurrency: "unbounded" })

export const rowsUpTo = (count: number) => Array.from({ length: count }, (_, n) => `row ${n}`)

/** The reason why a write failed. */
export const reasonOf = (exit: Exit.Exit<unknown, unknown> | undefined): string | undefined => {
  if (exit === undefined || Exit.isSuccess(exit)) return undefined
  const error = Cause.squash(exit.cause)
  return isSqlError(error) ? error.reason._tag : String(error)
}
