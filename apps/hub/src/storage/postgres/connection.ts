/**
 * Handles lost connections, for example when the server restarts, and servers that refuse: what may run again, and for
 * how long.
 */
import { CallEnd, LONGEST_WAIT, endOfWait, nowMillis } from "@inlay/sql-stores/call-end"
import { sqlErrorOf } from "@inlay/sql-stores/store-operation"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

import { codeOf } from "../../error-code.ts"

/** How many connections a program has at most. */
export const MAX_CONNECTIONS = 10
const PAUSE = Duration.millis(100)
/** The server is shutting down, has shut down, or does not accept connections yet. */
const SHUTDOWN = /^57P0[123]$/
/** The server, the database or the user has no connection left. */
const TOO_MANY_CONNECTIONS = "53300"
/** The server is a replica, or was set to take no writes. */
const READ_ONLY = "25006"

/** Whether the server reports that it is shutting down or starting up. */
const isShuttingDown = (error: unknown): boolean => isSqlError(error) && SHUTDOWN.test(codeOf(error.reason.cause))

const isFull = (error: unknown): boolean => isSqlError(error) && codeOf(error.reason.cause) === TOO_MANY_CONNECTIONS

/** Whether the server refused to write, so that nothing was done. */
export const isReadOnly = (error: SqlError | undefined): boolean =>
  error !== undefined && codeOf(error.reason.cause) === READ_ONLY

/** Whether the error is the loss of the connection. */
export const isLost = (error: unknown): error is SqlError =>
  isSqlError(error) && (error.reason._tag === "ConnectionError" || isShuttingDown(error))

/**
 * Whether the transaction was rolled back because of concurrent transactions, so that nothing of it was done. A store's
 * operation inside it may have converted the error.
 */
export const isUndone = (error: unknown): boolean => {
  const tag = sqlErrorOf(error)?.reason._tag
  return tag === "DeadlockError" || tag === "SerializationError"
}

/**
 * Whether the database takes no writes at the moment, such as after a failover, while it starts, or while another
 * program holds a lock. Of writes that failed together, each alone would wait as long.
 */
export const concernsEveryWrite = (error: unknown): boolean => {
  const sqlError = sqlErrorOf(error)
  if (sqlError === undefined || isUndone(sqlError)) return false
  return sqlError.isRetryable || isLost(sqlError) || isReadOnly(sqlError) || isFull(sqlError)
}

/**
 * Effect treats a failed rollback as a defect. A rollback fails if the connection is gone, and the transaction with it,
 * so report the lost connection instead.
 */
export const withLostRollbacks = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
  Effect.catchCause(effect, (cause): Effect.Effect<never, E | SqlError> => {
    const lostConnection = cause.reasons
      .map((reason) => (Cause.isDieReason(reason) ? reason.defect : undefined))
      .find((defect) => isSqlError(defect))
    return lostConnection === undefined ? Effect.failCause(cause) : Effect.fail(lostConnection)
  })

/** Repeats an effect while it fails in such a way, for as long as a call waits for a database. */
const waiting =
  (mayRepeat: (error: unknown) => boolean) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const endMillis = endOfWait(yield* nowMillis, yield* CallEnd, LONGEST_WAIT)
      return yield* Effect.retry(effect, {
        schedule: Schedule.spaced(PAUSE),
        while: (error) => (mayRepeat(error) ? Effect.map(nowMillis, (now) => now < endMillis) : Effect.succeed(false))
      })
    })

/** Changes an effect, except inside a transaction, which fails as a whole. */
const outside =
  ({ transactionService }: SqlClient, change: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber(({ context }) =>
      Context.getOrUndefined(context, transactionService) === undefined ? change(effect) : effect
    )

/** Repeats an effect outside a transaction while it fails in such a way, for as long as a call waits for a database. */
export const again = (sql: SqlClient, mayRepeat: (error: unknown) => boolean) => outside(sql, waiting(mayRepeat))

/** Whether an effect is part of one that runs again if the server took no writes: ten tries of ten are a hundred. */
const IsTried = Context.Reference<boolean>("@inlay/hub/connection/IsTried", { defaultValue: () => false })

/**
 * Runs an effect again if the server took no writes. After a failover, connections of the pool may lead to the primary of
 * before. The client closes those that it has used after the first refusal; each that was opened and never used costs
 * one more. A new connection leads to the primary of now.
 */
export const onNewPrimary = (sql: SqlClient) =>
  outside(sql, (effect) =>
    Effect.flatMap(IsTried, (isTried) =>
      isTried
        ? effect
        : Effect.retry(Effect.provideService(effect, IsTried, true), {
            times: MAX_CONNECTIONS,
            while: (error) => isReadOnly(sqlErrorOf(error))
          })
    )
  )

/** Takes a connection. If the server allows no more, waits until it does, or until one of the pool is free. */
export const whileFull = <A, R>(taking: Effect.Effect<A, SqlError, R>): Effect.Effect<A, SqlError, R> =>
  Effect.catchIf(taking, isFull, () => Effect.delay(waiting(isFull)(taking), PAUSE))

/**
 * Opens a database whose server may be restarting. A server that reported a restart is known to exist, so the wait goes
 * on while it is away. An address where nothing listens is wrong, and fails at once.
 */
export const whileRestarting = <A, E, R>(opening: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let isRestarting = false
    return waiting((error) => {
      isRestarting ||= isShuttingDown(error)
      return isRestarting && isLost(error)
    })(opening)
  })
