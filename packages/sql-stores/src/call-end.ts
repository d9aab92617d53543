/** Limits how long a call may wait for the database. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/**
 * When the time of a call ends, in milliseconds of the monotonic clock. Without one, only a statement's own limit
 * applies.
 */
export const CallEnd = Context.Reference<number>("@inlay/sql-stores/CallEnd", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/** Reads a clock's monotonic time in milliseconds. */
export const millisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** The monotonic clock now, in milliseconds. */
export const nowMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Limits the total time that an effect may wait for the database, counted from its start. */
export const within =
  (limit: Duration.Duration) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(nowMillis, (now) => Effect.provideService(effect, CallEnd, now + Duration.toMillis(limit)))

/** The longest that one piece of work waits for another program. */
export const LONGEST_WAIT = Duration.seconds(5)

/** The outcome of a request is still recorded after the call's time has ended, if that takes no longer than this. */
const GRACE_MILLIS = 200

/** When a piece of work stops waiting, in milliseconds of the monotonic clock. */
export const endOfWait = (startMillis: number, callEndMillis: number, limit: Duration.Duration): number =>
  Math.max(startMillis + GRACE_MILLIS, Math.min(startMillis + Duration.toMillis(limit), callEndMillis))
