/**
 * Logs failures of the storage: once when they begin, from time to time while they last, and once when they are over.
 * What is done every second, or for every request, would log a database that is away for a night 30,000 times.
 */
import { StorageError } from "@inlay/core-http/StorageError"
import { nowMillis } from "@inlay/sql-stores/call-end"
import { databaseWords, sqlErrorOf } from "@inlay/sql-stores/store-operation"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { isSqlError } from "effect/sql/SqlError"

const AGAIN = Duration.minutes(10)
/** A failure that follows so soon belongs to the same outage. */
const STEADY = Duration.seconds(10)
/** Longer than most of the work pauses. What pauses longer does not hold up the line that says that it is over. */
const QUIET = Duration.seconds(90)

const isOfStorage = (error: unknown): boolean =>
  error instanceof StorageError ||
  sqlErrorOf(error) !== undefined ||
  (error instanceof Error && sqlErrorOf(error.cause) !== undefined)

/** Whether the storage failed, and nothing else. */
const isOutage = ({ reasons }: Cause.Cause<unknown>): boolean => {
  const errors = reasons.flatMap((reason) =>
    Cause.isFailReason(reason) ? [reason.error] : Cause.isDieReason(reason) ? [reason.defect] : []
  )
  return errors.length > 0 && errors.every(isOfStorage)
}

/** The driver itself says only that it failed to connect, and not that the server refused the password. */
const saying = (cause: Cause.Cause<unknown>) =>
  Cause.map(cause, (error) => (isSqlError(error) ? new Error(databaseWords(error), { cause: error }) : error))

const durationWords = (millis: number): string => {
  const seconds = Math.round(millis / 1000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
}

interface State {
  readonly sinceMillis: number
  failedMillis: number
  loggedMillis: number
  /** The work that failed and has not succeeded since. */
  readonly failing: Set<string>
}

export const make = () => {
  let state: State | undefined
  /** @param work what failed, as the beginning of a line of the log */
  const failed = Effect.fnUntraced(function* (work: string, cause: Cause.Cause<unknown>) {
    if (!isOutage(cause)) return yield* Effect.logError(work, cause)
    const now = yield* nowMillis
    if (state === undefined) {
      state = { sinceMillis: now, failedMillis: now, loggedMillis: now, failing: new Set([work]) }
      return yield* Effect.logError(work, saying(cause))
    }
    state.failing.add(work)
    state.failedMillis = now
    if (now < state.loggedMillis + Duration.toMillis(AGAIN)) return
    state.loggedMillis = now
    yield* Effect.logError(`storage: has failed for ${durationWords(now - state.sinceMillis)}. ${work}`, saying(cause))
  })
  const succeeded = Effect.fnUntraced(function* (work: string) {
    if (state === undefined) return
    const { failing, sinceMillis, failedMillis } = state
    failing.delete(work)
    if ((yield* nowMillis) < failedMillis + Duration.toMillis(failing.size === 0 ? STEADY : QUIET)) return
    state = undefined
    yield* Effect.logWarning(`storage: works again, after ${durationWords(failedMillis - sinceMillis)}.`)
  })
  return { failed, succeeded, isUnderWay: () => state !== undefined }
}

/** Each server has its own. */
export const Outage = Context.Reference("@inlay/hub/Outage", { defaultValue: make })

/**
 * Does work that is repeated whatever becomes of it. Returns undefined if it failed, after logging that.
 * @param words what the log says of a failure, such as `polls: polling failed.`
 */
export const reporting =
  (words: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, never, R> =>
    Effect.flatMap(Outage, ({ failed, succeeded }) =>
      work.pipe(
        Effect.tap(() => succeeded(words)),
        Effect.catchCause((cause) => Effect.as(failed(words, cause), undefined))
      )
    )
