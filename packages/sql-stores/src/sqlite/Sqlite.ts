/**
 * Effect's SqlClient over `node:sqlite`: one connection behind a semaphore, write-ahead log, every commit on the disk
 * before it counts. Where another program holds the database, a statement or transaction waits for it without blocking
 * anything else: SQLite itself never waits.
 */
import { DatabaseSync } from "node:sqlite"

import * as Queue from "@inlay/core-http/queue"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
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

import { LONGEST_WAIT } from "../call-end.ts"
import { Database } from "../Database.ts"
import * as GroupCommit from "./GroupCommit.ts"
import * as LockWait from "./lock-wait.ts"
import * as Statements from "./statements.ts"
import * as UnsyncedLog from "./unsynced-log.ts"

/** Which file, and how it is opened. */
export interface Options {
  readonly filename: string
  /** How long a statement waits for another program's lock. Default 5 s. */
  readonly busyTimeout?: Duration.Duration
  /** False for a file whose rows are worth nothing after a power failure: no commit waits for the disk. Default true. */
  readonly isSynced?: boolean
  /** Brings a database that was just opened to its latest tables; may throw what SQLite throws. */
  readonly migrate?: (database: DatabaseSync) => void
}

/** Another process may be reading at this very moment. */
const SCRUB_AGAIN = { schedule: Schedule.spaced("20 millis"), times: 50 }

/** What `node:sqlite` threw, as every driver's error. @param operation what failed, such as `execute` */
const sqlError =
  (operation: string) =>
  (cause: unknown): SqlError => {
    // node:sqlite says `errcode` where the classification reads `errno`.
    if (typeof cause === "object" && cause !== null && "errcode" in cause && !("errno" in cause)) {
      Object.assign(cause, { errno: cause.errcode })
    }
    const message = cause instanceof Error ? cause.message : `cannot ${operation}`
    return new SqlError({ reason: classifySqliteError(cause, { operation, message }) })
  }

const open = ({ filename, isSynced = true, migrate }: Options) => {
  const database = new DatabaseSync(filename, { timeout: 0 })
  try {
    // Switching to the write-ahead log needs the file alone, so a file that already has it is left as it is.
    const mode = database.prepare("PRAGMA journal_mode").get()
    if (mode?.["journal_mode"] !== "wal") database.exec("PRAGMA journal_mode = WAL")
    // What is deleted is overwritten: secrets that were sealed, people's data that was kept.
    database.exec("PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
    database.exec(`PRAGMA synchronous = ${isSynced ? "FULL" : "NORMAL"}`)
    migrate?.(database)
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
        catch: sqlError("execute")
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

/** A SQL client and the database of one file, closed with the scope. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { isSynced = true } = options
  let database: DatabaseSync | undefined
  let connection: Connection | undefined
  /** Opened by whoever needs it first: a file that is held just now is there later. */
  const opening = Effect.try({
    try: () => {
      database ??= open(options)
      connection ??= connectionTo(database)
      return connection
    },
    catch: sqlError("open")
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => database?.close()))
  const lock = LockWait.make(options.filename, options.busyTimeout ?? LONGEST_WAIT)
  const { waiting } = lock
  yield* waiting(opening)
  const isTransaction = () => database?.isTransaction === true
  const { borrower, ...acquirers } = SqlClient.makeSqliteAcquirers({
    connection: opening,
    semaphore: yield* Semaphore.make(1),
    isTransaction
  })
  /** In front of the semaphore, whose waiters are all looked at with every release. */
  const queue = Queue.make(1)
  const client = yield* SqlClient.make({
    ...acquirers,
    // Who waits for another program keeps nobody from reading.
    borrower: (use) => waiting(queue.withPlace(borrower(use))),
    compiler: Statement.makeCompilerSqlite(),
    driver: "node:sqlite",
    // A transaction takes the write lock at once: one that reads first and writes later could be refused in between.
    beginTransaction: "BEGIN IMMEDIATE",
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "sqlite"]]
  })
  const { transactionService, withTransaction } = client
  /** Fails at once where another program holds the file. */
  const transaction = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.withFiber(({ context }) => {
      const whole = withTransaction(body)
      return Context.getOrUndefined(context, transactionService) === undefined ? queue.withPlace(whole) : whole
    })
  const unsyncedLog = yield* UnsyncedLog.make(options.filename)
  const setSynchronous = (level: "NORMAL" | "FULL") =>
    Effect.try({ try: () => database?.exec(`PRAGMA synchronous = ${level}`), catch: sqlError("execute") })
  /** A database that does not wait for the disk any more would not do for other writes: it is opened anew. */
  const setFull = setSynchronous("FULL").pipe(
    Effect.catch(() =>
      Effect.sync(() => {
        database?.close()
        database = undefined
        connection = undefined
      })
    )
  )
  /** Committed, and on the disk within a second. SQLite takes another level between two transactions alone. */
  const committedSoon = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    queue.withPlace(
      Effect.acquireUseRelease(
        setSynchronous("NORMAL"),
        () => Effect.tap(withTransaction(body), unsyncedLog.syncSoon),
        () => setFull
      )
    )
  const groupCommit = yield* GroupCommit.make({
    transactionService,
    transaction,
    unsyncedTransaction: isSynced ? committedSoon : transaction,
    isTransaction,
    lock
  })
  const sql: SqlClient.SqlClient = Object.assign(client, {
    withTransaction: <R, E, A>(body: Effect.Effect<A, E, R>) => {
      let hasBegun = false
      const markedFile = Effect.suspend(() => {
        hasBegun = true
        return body
      })
      return waiting(transaction(markedFile), () => !hasBegun)
    }
  })
  const service = Database.of({
    dialect: "sqlite",
    write: isSynced ? groupCommit.write : groupCommit.writeSoon,
    writeSoon: groupCommit.writeSoon,
    alone: (_, effect) => sql.withTransaction(effect),
    repeatable: (effect) => effect,
    scrub: sql<{ readonly busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.pipe(
      Effect.repeat({ ...SCRUB_AGAIN, while: (rows) => rows[0]?.busy === 1 }),
      Effect.asVoid
    )
  })
  return Context.make(SqlClient.SqlClient, sql).pipe(Context.add(Database, service))
})

/** As `make`, with the reactivity it needs. */
export const layer = (options: Options): Layer.Layer<SqlClient.SqlClient | Database, SqlError> =>
  Layer.effectContext(make(options)).pipe(Layer.provide(Reactivity.layer))
