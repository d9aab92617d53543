/**
 * Effect's SqlClient over `node:sqlite`: one connection behind a semaphore, write-ahead log, every commit on the disk
 * before it counts, and a wait of some seconds where another process is writing.
 */
import { DatabaseSync } from "node:sqlite"

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { SqlError, classifySqliteError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"

import * as Statements from "./statements.ts"

export interface Options {
  readonly filename: string
  /** How long a statement waits for another process's lock. Default 5 s. */
  readonly busyTimeout?: Duration.Duration
}

const BUSY_TIMEOUT = Duration.seconds(5)

/** Where several processes open a new file at once, SQLite refuses the log's switch without waiting. */
const alone = {
  while: (error: SqlError) => error.reason._tag === "LockTimeoutError",
  schedule: Schedule.spaced("20 millis"),
  times: 250
}

const failed = (operation: string) => (cause: unknown) => {
  // node:sqlite says `errcode` where the classification reads `errno`.
  if (typeof cause === "object" && cause !== null && "errcode" in cause && !("errno" in cause)) {
    Object.assign(cause, { errno: cause.errcode })
  }
  const message = cause instanceof Error ? cause.message : `cannot ${operation}`
  return new SqlError({ reason: classifySqliteError(cause, { operation, message }) })
}

const open = (options: Options) => {
  const timeout = Math.ceil(Duration.toMillis(options.busyTimeout ?? BUSY_TIMEOUT))
  const database = new DatabaseSync(options.filename, { timeout })
  try {
    // Switching to the write-ahead log needs the file alone, so a file that already has it is left as it is.
    const mode = database.prepare("PRAGMA journal_mode").get()
    if (mode?.["journal_mode"] !== "wal") database.exec("PRAGMA journal_mode = WAL")
    // What is deleted is overwritten: secrets that were sealed, people's data that was kept.
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

const connectionTo = (database: DatabaseSync): Connection => {
  const statements = Statements.make(database)
  const run = (sql: string, parameters: ReadonlyArray<unknown>, kind: Statements.ResultKind, keep: boolean) =>
    Effect.flatMap(SqlClient.SafeIntegers, (bigInts) =>
      Effect.try({
        try: () => statements.run(sql, parameters, { kind, keep, bigInts }),
        catch: failed("execute")
      })
    )
  // What a statement gives is for its caller to type, as with every driver.
  const rows = (sql: string, parameters: ReadonlyArray<unknown>, keep: boolean) =>
    run(sql, parameters, "rows", keep) as Effect.Effect<ReadonlyArray<object>, SqlError>
  const arrays = (sql: string, parameters: ReadonlyArray<unknown>, keep: boolean) =>
    run(sql, parameters, "arrays", keep) as Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, SqlError>
  return {
    execute: (sql, parameters, transform) => {
      const result = rows(sql, parameters, true)
      return transform === undefined ? result : Effect.map(result, transform)
    },
    executeUnprepared: (sql, parameters, transform) => {
      const result = rows(sql, parameters, false)
      return transform === undefined ? result : Effect.map(result, transform)
    },
    executeRaw: (sql, parameters) => run(sql, parameters, "changes", true),
    executeValues: (sql, parameters) => arrays(sql, parameters, true),
    executeValuesUnprepared: (sql, parameters) => arrays(sql, parameters, false),
    executeStream: (sql, parameters, transform) => {
      const result = rows(sql, parameters, false)
      return Stream.fromIterableEffect(transform === undefined ? result : Effect.map(result, transform))
    }
  }
}

export const make = Effect.fnUntraced(function* (options: Options) {
  const database = yield* Effect.acquireRelease(
    Effect.retry(Effect.try({ try: () => open(options), catch: failed("open") }), alone),
    (opened) => Effect.sync(() => opened.close())
  )
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(connectionTo(database)),
    semaphore: yield* Semaphore.make(1),
    isTransaction: () => database.isTransaction
  })
  return yield* SqlClient.make({
    acquirer: acquirers.acquirer,
    borrower: acquirers.borrower,
    transactionAcquirer: acquirers.transactionAcquirer,
    onCommitFailure: acquirers.onCommitFailure,
    isTransaction: acquirers.isTransaction,
    compiler: Statement.makeCompilerSqlite(),
    driver: "node:sqlite",
    // A transaction takes the write lock at once: one that reads first and writes later could be refused in between.
    beginTransaction: "BEGIN IMMEDIATE",
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "sqlite"]]
  })
})

export const layer = (options: Options): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.effect(SqlClient.SqlClient, make(options)).pipe(Layer.provide(Reactivity.layer))
