/** When a failed delivery is sent again, and when it is given up. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The pause after the first attempt, the second, and so on. */
const PAUSES_MILLIS: ReadonlyArray<number> = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

const JITTER = 0.2

/**
 * The pause after a number of attempts; undefined after the last one.
 * @param random from 0 to 1
 * @param askedMillis the pause that the receiver asked for; the delivery is never sent sooner
 */
export const pauseAfter = (tries: number, random: number, askedMillis: number): number | undefined => {
  const pause = PAUSES_MILLIS[tries - 1]
  if (pause === undefined) return undefined
  const withJitter = pause * (1 + JITTER * (2 * random - 1))
  return Math.round(Math.max(withJitter, askedMillis))
}
