/**
 * Waiting for a database that another program holds: the same work is tried again after short sleeps, with the event loop
 * free in between, until a statement's own limit or the end of the call's time.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { isSqlError, LockTimeoutError, SqlError } from "effect/sql/SqlError"

/** When the time of a call is over, in milliseconds of the monotonic clock. Without one, a statement's own limit counts. */
export const CallEnd = Context.Reference<number>("@inlay/hub/storage/CallEnd", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/** Gives a call so much time, from now on, to wait for the database in all. */
export const within =
  (limit: Duration.Duration) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(nowMillis, (now) => Effect.provideService(effect, CallEnd, now + Duration.toMillis(limit)))

/** What became of a request is still written down after the call's time, where that takes no longer. */
const GRACE_MILLIS = 200
const FIRST_PAUSE_MILLIS = 2
const LONGEST_PAUSE_MILLIS = 25

const nowMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

const isHeld = (error: unknown): error is SqlError => isSqlError(error) && error.reason._tag === "LockTimeoutError"

const gaveUp = (filename: string, waitedMillis: number, cause: SqlError) =>
  new SqlError({
    reason: new LockTimeoutError({
      message: `another program holds the database ${filename}, and did not let go of it within ${(waitedMillis / 1000).toFixed(1)} s`,
      operation: cause.reason.operation,
      cause: cause.reason.cause
    })
  })

/**
 * @param limit the longest that one piece of work waits
 * @returns runs work again as long as the lock keeps it from beginning; `mayRepeat` says that nothing of it was done
 */
export const make =
  (filename: string, limit: Duration.Duration) =>
  <A, E, R>(work: Effect.Effect<A, E, R>, mayRepeat: () => boolean = () => true): Effect.Effect<A, E | SqlError, R> => {
    const again = Effect.fnUntraced(function* (first: SqlError) {
      const started = yield* nowMillis
      const end = Math.max(started + GRACE_MILLIS, Math.min(started + Duration.toMillis(limit), yield* CallEnd))
      let held = first
      for (let pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2)) {
        const now = yield* nowMillis
        if (now >= end) return yield* gaveUp(filename, now - started, held)
        yield* Effect.sleep(Math.min(pause, end - now))
        const outcome = yield* Effect.result(work)
        if (outcome._tag === "Success") return outcome.success
        if (!isHeld(outcome.failure) || !mayRepeat()) return yield* Effect.fail(outcome.failure)
        held = outcome.failure
      }
    })
    return work.pipe(Effect.catch((error) => (isHeld(error) && mayRepeat() ? again(error) : Effect.fail(error))))
  }
