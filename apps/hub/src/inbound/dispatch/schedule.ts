/** When a failed delivery is sent again, and when it is given up. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The pause after the first attempt, the second, and so on. */
export const PAUSES_MILLIS: ReadonlyArray<number> = [
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR
]

const JITTER = 0.2
/** The longest pause that a receiver may ask for. */
const LONGEST_MILLIS = 24 * HOUR

/**
 * The pause after a number of attempts; undefined after the last one.
 * @param random from 0 to 1
 * @param askedMillis the pause that the receiver asked for; the delivery is never sent sooner
 */
export const pauseAfter = (tries: number, random: number, askedMillis = 0): number | undefined => {
  const pause = PAUSES_MILLIS[tries - 1]
  if (pause === undefined) return undefined
  const withJitter = pause * (1 + JITTER * (2 * random - 1))
  return Math.round(Math.max(withJitter, Math.min(askedMillis, LONGEST_MILLIS)))
}

/** Parses `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). Returns 0 if it is missing or invalid. */
export const askedPauseMillis = (value: string | undefined, nowMillis: number): number => {
  if (value === undefined) return 0
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMillis)
}
