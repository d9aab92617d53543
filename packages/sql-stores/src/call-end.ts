/** The time of a call, as far as it may be spent on waiting for the database. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** When the time of a call is over, in milliseconds of the monotonic clock. Without one, a statement's own limit counts. */
export const CallEnd = Context.Reference<number>("@inlay/hub/storage/CallEnd", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/** Milliseconds of the monotonic clock. */
export const millisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** The monotonic clock now, in milliseconds. */
export const nowMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Gives a call so much time, from now on, to wait for the database in all. */
export const within =
  (limit: Duration.Duration) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(nowMillis, (now) => Effect.provideService(effect, CallEnd, now + Duration.toMillis(limit)))

/** The longest that one piece of work waits for another program. */
export const LONGEST_WAIT = Duration.seconds(5)

/** What became of a request is still written down after the call's time, where that takes no longer. */
const GRACE_MILLIS = 200

/** When a piece of work gives up waiting, in milliseconds of the monotonic clock. */
export const endOfWait = (startMillis: number, callEndMillis: number, limit: Duration.Duration): number =>
  Math.max(startMillis + GRACE_MILLIS, Math.min(startMillis + Duration.toMillis(limit), callEndMillis))
