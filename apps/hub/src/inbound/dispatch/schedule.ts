/** When a delivery that was not taken is sent again, and when nobody tries any more. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** After the first attempt, the second, and so on. */
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
/** The longest wait that a receiver may ask for. */
const LONGEST_MILLIS = 24 * HOUR

/**
 * The pause after a number of attempts; `undefined` where it was the last one.
 * @param random from 0 to 1
 * @param askedMillis what the receiver asked for: it is never sent sooner
 */
export const pauseAfter = (tries: number, random: number, askedMillis = 0): number | undefined => {
  const pause = PAUSES_MILLIS[tries - 1]
  if (pause === undefined) return undefined
  const withJitter = pause * (1 + JITTER * (2 * random - 1))
  return Math.round(Math.max(withJitter, Math.min(askedMillis, LONGEST_MILLIS)))
}

/** `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3); 0 where there is none that makes sense. */
export const askedPauseMillis = (value: string | undefined, nowMillis: number): number => {
  if (value === undefined) return 0
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMillis)
}
