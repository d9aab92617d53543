/**
 * When a round of the hooks begins that a change asked for. Each round asks the services, and any caller can cause
 * changes, so many changes lead to few rounds. Pure.
 */
import * as Duration from "effect/Duration"

/** Changes that follow each other so soon are planned together. */
const TOGETHER = Duration.millis(100)
const MAX_PER_MINUTE = 10
const MINUTE_MILLIS = 60_000

/** The starts of the last minute. Starts in the future, of a clock that was set back, are left out. */
export const recentStarts = (startsMillis: ReadonlyArray<number>, nowMillis: number): ReadonlyArray<number> =>
  startsMillis.filter((start) => start <= nowMillis && start > nowMillis - MINUTE_MILLIS)

/** @param recent the starts of the last minute, oldest first */
export const pauseBeforeAsked = (recent: ReadonlyArray<number>, nowMillis: number): Duration.Duration => {
  const first = recent.at(-MAX_PER_MINUTE)
  return first === undefined ? TOGETHER : Duration.max(TOGETHER, Duration.millis(first + MINUTE_MILLIS - nowMillis))
}
