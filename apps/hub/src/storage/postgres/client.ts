/**
 * Effect's SqlClient over a pool of PostgreSQL connections, with a limit on how long a statement may take. If the network
 * to the server goes away silently, nothing else ends a statement. A connection whose statement missed its limit and
 * cannot be cancelled is closed by the driver, five seconds later.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import { CallEnd, nowMillis } from "@inlay/sql-stores/call-end"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"

import { isReadOnly, whileFull } from "./connection.ts"
import * as Pooler from "./pooler.ts"

/** How long a statement may take. It is longer than any wait for a lock. */
export const StatementLimit = Context.Reference<Duration.Duration>("@inlay/hub/StatementLimit", {
  defaultValue: () => Duration.seconds(15)
})

/** A lock that is not free at the end of a call's time is reported as such by the server. */
const AFTER_CALL_MILLIS = 1_000

const noAnswer = new SqlError({
  reason: new ConnectionError({
    message: "the database did not answer in time",
    operation: "execute",
    cause: undefined
  })
})

/**
 * @param onUseless called if the connection is of no use any more: the statement misses its limit, or the server takes no
 * writes
 */
const inTime = <A, R>(statement: Effect.Effect<A, SqlError, R>, onUseless: () => void): Effect.Effect<A, SqlError, R> =>
  Effect.gen(function* () {
    const limitMillis = Duration.toMillis(yield* StatementLimit)
    const leftMillis = Math.max(0, (yield* CallEnd) - (yield* nowMillis)) + AFTER_CALL_MILLIS
    const timely = Effect.timeoutOrElse(statement, {
      duration: Math.min(limitMillis, leftMillis),
      orElse: () => Effect.fail(noAnswer)
    })
    return yield* Effect.tapError(timely, (error) =>
      Effect.sync(() => {
        if (error === noAnswer || isReadOnly(error)) onUseless()
      })
    )
  })

/** PostgreSQL refuses NUL characters. Text of others may have some, such as an identifier that was paid for. */
const storable = (params: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const isRefused = (value: unknown) => typeof value === "string" && value.includes("\0")
  // In UTF-8, half a surrogate pair becomes the same character.
  const replaced = (value: unknown) => (typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value)
  return params.some(isRefused) ? params.map(replaced) : params
}

/** Result names are never transformed. */
const timeLimited = (connection: PgConnection.PgConnection, prepares: boolean, onUseless: () => void): Connection => {
  const query = (sql: string, params: ReadonlyArray<unknown>, isPrepared = prepares) =>
    inTime(connection.query(sql, storable(params), isPrepared), onUseless)
  const values = (sql: string, params: ReadonlyArray<unknown>, isPrepared = prepares) =>
    inTime(connection.queryValues(sql, storable(params), isPrepared), onUseless)
  const rows = (...args: Parameters<typeof query>) => Effect.map(query(...args), (result) => result.rows)
  return {
    execute: (sql, params) => rows(sql, params),
    executeUnprepared: (sql, params) => rows(sql, params, false),
    executeRaw: (sql, params) => query(sql, params),
    executeValues: (sql, params) => values(sql, params),
    executeValuesUnprepared: (sql, params) => values(sql, params, false),
    executeStream: (sql, params) => connection.stream(sql, storable(params))
  }
}

const rolledBack = new SqlError({
  reason: new UnknownError({
    message: "the transaction was rolled back instead of being committed",
    operation: "commit",
    cause: undefined
  })
})

/** PostgreSQL answers `ROLLBACK` to the commit of a transaction in which a statement failed. */
const commit = (connection: Connection) =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    (result as PgConnection.Result).command === "ROLLBACK" ? Effect.fail(rolledBack) : Effect.void
  )

export const make = Effect.fnUntraced(function* (config: PgPool.Config) {
  const pool = yield* PgPool.make(config)
  /** How many statements met a useless connection, now and when a connection was first used. */
  let useless = 0
  const uselessBefore = new WeakMap<PgConnection.PgConnection, number>()
  const first = Effect.gen(function* () {
    const connection = yield* whileFull(pool.get)
    if (!(yield* Pooler.isBehind(connection))) return false
    yield* Effect.mapError(Pooler.checkServer(connection), (error) =>
      error.reason._tag === "ConnectionError" ? Pooler.noTransactions : error
    )
    return true
  })
  const isPooled = yield* Effect.scoped(inTime(first, () => undefined))
  const limitedOne = (connection: PgConnection.PgConnection) => timeLimited(connection, !isPooled, () => void useless++)
  /** After such a statement, connections from before it are closed: what made one of them useless has probably reached all. */
  const get = Effect.gen(function* () {
    while (true) {
      const connection = yield* whileFull(pool.get)
      const before = uselessBefore.get(connection)
      if (before === useless) return connection
      if (before === undefined) {
        // Of the connections through one pooler, some may lead to a replica and others not.
        if (isPooled) {
          const checking = inTime(Pooler.checkServer(connection), () => undefined)
          // One whose check did not end may still be inside its transaction.
          yield* Effect.onError(checking, () => pool.invalidate(connection))
        }
        uselessBefore.set(connection, useless)
        return connection
      }
      yield* pool.invalidate(connection)
    }
  })
  return yield* SqlClient.make({
    driver: "pg",
    acquirer: Effect.map(get, limitedOne),
    borrower: (use) => Effect.scoped(Effect.flatMap(get, (connection) => use(limitedOne(connection)))),
    transactionAcquirer: Effect.map(
      Effect.flatMap(get, (connection) => connection.pin),
      limitedOne
    ),
    compiler: PgClient.makeCompiler(),
    prepareTransactionControls: true,
    // Whatever the administrator's default is: a transaction reads what was committed while it waited for its locks.
    beginTransaction: "BEGIN ISOLATION LEVEL READ COMMITTED",
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: []
  })
})
