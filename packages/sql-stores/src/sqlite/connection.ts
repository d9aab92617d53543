/**
 * One connection of `node:sqlite`: how it is opened, and the interface that Effect's clients need. It is synchronous,
 * and SQLite never waits.
 */
import { DatabaseSync } from "node:sqlite"

import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { SqlError, classifySqliteError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"

import * as Statements from "./statements.ts"

/** Converts what `node:sqlite` threw to a `SqlError`. @param operation what failed, such as `execute` */
export const sqlError =
  (operation: string) =>
  (cause: unknown): SqlError => {
    // node:sqlite sets `errcode`, but the classification reads `errno`.
    if (typeof cause === "object" && cause !== null && "errcode" in cause && !("errno" in cause)) {
      Object.assign(cause, { errno: cause.errcode })
    }
    const message = cause instanceof Error ? cause.message : `cannot ${operation}`
    return new SqlError({ reason: classifySqliteError(cause, { operation, message }) })
  }

/**
 * Opens a file. Throws what SQLite throws.
 *
 * @param migrate migrates the tables of a database that was just opened
 */
export const open = (filename: string, migrate?: (database: DatabaseSync) => void): DatabaseSync => {
  const database = new DatabaseSync(filename, { timeout: 0 })
  try {
    // Switching to the write-ahead log needs exclusive access, so a file that already uses it is not switched again.
    const mode = database.prepare("PRAGMA journal_mode").get()
    if (mode?.["journal_mode"] !== "wal") database.exec("PRAGMA journal_mode = WAL")
    // Deleted data is overwritten, since it may be sealed secrets or people's cached data.
    database.exec("PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
    database.exec("PRAGMA synchronous = FULL")
    migrate?.(database)
    // From here on, `LogSync` waits for the disk.
    database.exec("PRAGMA synchronous = NORMAL")
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

const READ = /^\s*(?:SELECT|PRAGMA|EXPLAIN)\b/i

/**
 * The connection as Effect's clients expect it.
 * @param onCommit called after a statement outside of a transaction that may have changed something, which is a
 * transaction by itself
 */
export const connectionTo = (database: DatabaseSync, onCommit: () => void): Connection => {
  const statements = Statements.make(database)
  const run = (sql: string, parameters: ReadonlyArray<unknown>, kind: Statements.ResultKind, keep: boolean) =>
    Effect.flatMap(SqlClient.SafeIntegers, (bigInts) =>
      Effect.try({
        try: () => {
          const isAlone = !database.isTransaction
          const result = statements.run(sql, parameters, { kind, keep, bigInts })
          if (isAlone && !database.isTransaction && !READ.test(sql)) onCommit()
          return result
        },
        catch: sqlError("execute")
      })
    )
  // The caller types the rows of a statement, as with every driver.
  const rows =
    (keep: boolean): Connection["execute"] =>
    (sql, parameters, transform = (all) => all) =>
      Effect.map(run(sql, parameters, "rows", keep) as Effect.Effect<ReadonlyArray<object>, SqlError>, transform)
  const arrays =
    (keep: boolean): Connection["executeValues"] =>
    (sql, parameters) =>
      run(sql, parameters, "arrays", keep) as Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>
  return {
    execute: rows(true),
    executeUnprepared: rows(false),
    executeRaw: (sql, parameters) => run(sql, parameters, "changes", true),
    executeValues: arrays(true),
    executeValuesUnprepared: arrays(false),
    executeStream: (...statement) => Stream.fromIterableEffect(rows(false)(...statement))
  }
}
