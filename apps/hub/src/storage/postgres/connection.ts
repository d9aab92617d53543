/** Handles lost connections, for example when the server restarts: what may run again, and for how long. */
import { CallEnd, LONGEST_WAIT, endOfWait, nowMillis } from "@inlay/sql-stores/call-end"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

const PAUSE = Duration.millis(100)
/** The server is shutting down, has shut down, or does not accept connections yet. */
const SHUTDOWN = /^57P0[123]$/

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""

/** Whether the server reports that it is shutting down or starting up. */
const isShuttingDown = (error: unknown): boolean => isSqlError(error) && SHUTDOWN.test(codeOf(error.reason.cause))

/** Whether the error is the loss of the connection. */
export const isLost = (error: unknown): error is SqlError =>
  isSqlError(error) && (error.reason._tag === "ConnectionError" || isShuttingDown(error))

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

/** The same, except inside a transaction, which fails as a whole. */
export const again =
  ({ transactionService }: SqlClient, mayRepeat: (error: unknown) => boolean) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber(({ context }) =>
      Context.getOrUndefined(context, transactionService) === undefined ? waiting(mayRepeat)(effect) : effect
    )

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
