/**
 * Effect's SqlClient over `node:sqlite`: one connection behind a semaphore, with a write-ahead log and every commit on
 * the disk before it counts. If another program holds the database, a statement or transaction waits for it without
 * blocking anything else: SQLite itself never waits, neither for a lock nor for the disk.
 */
import type { DatabaseSync } from "node:sqlite"

import * as Queue from "@inlay/core-http/queue"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"

import { LONGEST_WAIT } from "../call-end.ts"
import { Database } from "../Database.ts"
import type { Checkpoints } from "./Checkpoints.ts"
import { connectionTo, open, sqlError } from "./connection.ts"
import * as GroupCommit from "./GroupCommit.ts"
import * as LockWait from "./lock-wait.ts"
import * as LogSync from "./LogSync.ts"

/** Which file to open, and how. */
export interface Options {
  readonly filename: string
  /** How long a statement waits for another program's lock. Default 5 s. */
  readonly busyTimeout?: Duration.Duration
  /**
   * False for a file whose rows are not needed after a power failure, so that no commit waits for the disk. Default
   * true.
   */
  readonly isSynced?: boolean
  /** Migrates a database that was just opened. May throw what SQLite throws. */
  readonly migrate?: (database: DatabaseSync) => void
  /**
   * Copies the log into the file outside of the event loop, for long-running programs that write: `make` of
   * `Checkpoints`. Without it, SQLite does so after some commits, and the event loop waits for the disk.
   */
  readonly checkpoints?: (filename: string) => Effect.Effect<Checkpoints, never, Scope.Scope>
}

/** How many pages of the log may be missing in the file before they are copied. SQLite's own default. */
const LOG_PAGES = 1000
/** If they have not been copied by then, SQLite does it itself: 256 MB. */
const LONGEST_LOG_PAGES = 65_536
/**
 * The first SQLite version that reports the length of its log. An older one does not know the word `NOOP`, and makes a
 * checkpoint.
 */
const TELLS_LOG_SINCE = 3_051
/** Another process may be reading at that very moment. */
const SCRUB_AGAIN = { schedule: Schedule.spaced("20 millis"), times: 50 }

const tellsLog = (database: DatabaseSync): boolean => {
  const version = String(database.prepare("SELECT sqlite_version() AS version").get()?.["version"])
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major * 1000 + minor >= TELLS_LOG_SINCE
}

/** Returns what to do after each commit, so that a long log is copied into the file. */
const checkpointing = Effect.fnUntraced(function* (database: DatabaseSync, { filename, checkpoints }: Options) {
  if (checkpoints === undefined || !tellsLog(database)) return Effect.void
  const { begin } = yield* checkpoints(filename)
  database.exec(`PRAGMA wal_autocheckpoint = ${LONGEST_LOG_PAGES}`)
  const logLength = database.prepare("PRAGMA wal_checkpoint(NOOP)")
  return Effect.sync(() => {
    const { log, checkpointed } = logLength.get() ?? {}
    if (Number(log) - Number(checkpointed) > LOG_PAGES) begin()
  })
})

/** Makes a SQL client and the database service for one file. Both are closed with the scope. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { filename, isSynced = true } = options
  const lock = LockWait.make(filename, options.busyTimeout ?? LONGEST_WAIT)
  const { waiting } = lock
  const database = yield* Effect.acquireRelease(
    waiting(Effect.try({ try: () => open(filename, options.migrate), catch: sqlError("open") })),
    (opened) => Effect.sync(() => opened.close())
  )
  let hasStatementCommitted = false
  const connection = connectionTo(database, () => {
    hasStatementCommitted = true
  })
  const logSync = yield* LogSync.make(filename)
  const sync = isSynced ? Effect.tryPromise({ try: logSync.sync, catch: sqlError("sync") }) : Effect.void
  const syncStatement = Effect.suspend(() => {
    if (!hasStatementCommitted) return Effect.void
    hasStatementCommitted = false
    return sync
  })
  const isTransaction = () => database.isTransaction
  const { borrower, ...acquirers } = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(connection),
    semaphore: yield* Semaphore.make(1),
    isTransaction
  })
  /** A queue in front of the semaphore, which looks at all of its waiters at every release. */
  const queue = Queue.make(1)
  const client = yield* SqlClient.make({
    ...acquirers,
    // A statement that waits for another program holds no place here, so it does not keep others from reading.
    borrower: (use) => Effect.tap(waiting(queue.withPlace(borrower(use))), syncStatement),
    compiler: Statement.makeCompilerSqlite(),
    driver: "node:sqlite",
    // A transaction takes the write lock at the start. One that reads first and writes later could be refused in
    // between.
    beginTransaction: "BEGIN IMMEDIATE",
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "sqlite"]]
  })
  const { transactionService, withTransaction } = client
  /**
   * Recovers from a failed sync: copies what the operating system still has of the log into the file, and brings that
   * to the disk.
   */
  const recover = Effect.try({
    try: () => {
      const result = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()
      if (result?.["busy"] !== 0) throw new Error(`${filename}: the log cannot be copied into the file at the moment`)
      logSync.recovered()
    },
    catch: sqlError("sync")
  })
  const checkpoint = yield* checkpointing(database, options)
  /**
   * Runs a transaction that is committed to the log but not yet on the disk. Fails at once if another program holds the
   * file.
   */
  const transaction = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.withFiber(({ context }) => {
      const whole = withTransaction(body)
      if (Context.getOrUndefined(context, transactionService) !== undefined) return whole
      return queue.withPlace(
        Effect.suspend(() => Effect.tap(logSync.hasFailed() ? Effect.andThen(recover, whole) : whole, checkpoint))
      )
    })
  const groupCommit = yield* GroupCommit.make({
    transactionService,
    transaction,
    sync,
    syncSoon: isSynced ? logSync.syncSoon : Effect.void,
    isTransaction,
    lock
  })
  const sql: SqlClient.SqlClient = Object.assign(client, {
    withTransaction: <R, E, A>(body: Effect.Effect<A, E, R>) =>
      Effect.withFiber<A, E | SqlError, R>(({ context }) => {
        if (Context.getOrUndefined(context, transactionService) !== undefined) return transaction(body)
        let hasBegun = false
        const markedBody = Effect.suspend(() => {
          hasBegun = true
          return body
        })
        return Effect.tap(
          waiting(transaction(markedBody), () => !hasBegun),
          sync
        )
      })
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

/** As `make`, as a layer with the `Reactivity` service that it needs. */
export const layer = (options: Options): Layer.Layer<SqlClient.SqlClient | Database, SqlError> =>
  Layer.effectContext(make(options)).pipe(Layer.provide(Reactivity.layer))
