/**
 * Waits for a database that another program holds: it repeats the work after short sleeps, during which the event loop
 * is free, until a statement's own limit or the end of the call's time.
 */
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { isSqlError, LockTimeoutError, SqlError } from "effect/sql/SqlError"

import { CallEnd, endOfWait, nowMillis } from "../call-end.ts"

const FIRST_PAUSE_MILLIS = 2
const LONGEST_PAUSE_MILLIS = 25

const isHeld = (error: unknown): error is SqlError => isSqlError(error) && error.reason._tag === "LockTimeoutError"

/** Returns the error which says that another program holds the file, if that is the failure. */
export const heldBy = (cause: Cause.Cause<unknown>): SqlError | undefined => {
  const error = Cause.squash(cause)
  return isHeld(error) ? error : undefined
}

/** The time that one piece of work may wait, in milliseconds of the monotonic clock. */
export interface Wait {
  readonly startMillis: number
  readonly endMillis: number
}

/** Returns the next pause after one of this length. Without an argument, returns the first pause. */
export const nextPauseMillis = (pauseMillis = FIRST_PAUSE_MILLIS / 2): number =>
  Math.min(LONGEST_PAUSE_MILLIS, pauseMillis * 2)

/** The lock of a database, as seen by work that waits for it. */
export interface Lock {
  /**
   * Returns when a wait that begins at `startMillis` ends.
   *
   * @param callEndMillis `CallEnd` of the work
   */
  readonly waitFrom: (startMillis: number, callEndMillis: number) => Wait
  /** Returns the error of work that has waited too long. */
  readonly gaveUp: (wait: Wait, nowMillis: number, cause: SqlError) => SqlError
  /**
   * Repeats work for as long as the lock prevents it from beginning. `mayRepeat` says whether nothing of it was done.
   */
  readonly waiting: <A, E, R>(
    work: Effect.Effect<A, E, R>,
    mayRepeat?: () => boolean
  ) => Effect.Effect<A, E | SqlError, R>
}

/**
 * The lock of one file.
 *
 * @param limit the longest that one piece of work waits
 */
export const make = (filename: string, limit: Duration.Duration): Lock => {
  const lock: Lock = {
    waitFrom: (startMillis, callEndMillis) => ({
      startMillis,
      endMillis: endOfWait(startMillis, callEndMillis, limit)
    }),
    gaveUp: ({ startMillis }, now, cause) =>
      new SqlError({
        reason: new LockTimeoutError({
          message: `another program holds the database ${filename}, and did not release it within ${((now - startMillis) / 1000).toFixed(1)} s`,
          operation: cause.reason.operation,
          cause: cause.reason.cause
        })
      }),
    waiting: (work, mayRepeat = () => true) => {
      const again = Effect.fnUntraced(function* (first: SqlError) {
        const wait = lock.waitFrom(yield* nowMillis, yield* CallEnd)
        let lockError = first
        for (let pause = nextPauseMillis(); ; pause = nextPauseMillis(pause)) {
          const now = yield* nowMillis
          if (now >= wait.endMillis) return yield* lock.gaveUp(wait, now, lockError)
          yield* Effect.sleep(Math.min(pause, wait.endMillis - now))
          const outcome = yield* Effect.result(work)
          if (outcome._tag === "Success") return outcome.success
          if (!isHeld(outcome.failure) || !mayRepeat()) return yield* Effect.fail(outcome.failure)
          lockError = outcome.failure
        }
      })
      return work.pipe(Effect.catch((error) => (isHeld(error) && mayRepeat() ? again(error) : Effect.fail(error))))
    }
  }
  return lock
}
