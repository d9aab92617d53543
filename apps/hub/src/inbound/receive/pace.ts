/**
 * Throttles the processing of deliveries while many arrive, so that they are answered quickly. Only for some seconds:
 * after that, processing runs at full speed.
 */

const WINDOW_MILLIS = 100
/** Deliveries within a window that count as a stream. */
const STREAM = 100
const PAUSE_MILLIS = 200
/** How long processing may be throttled since it was last up to date. */
const MAX_LAG_MILLIS = 10_000

/** All times are milliseconds of the monotonic clock. */
export interface Pace {
  readonly arrived: (nowMillis: number) => void
  /** Reports that everything received so far was processed. */
  readonly upToDate: (nowMillis: number) => void
  /** How long to wait before the next few are processed. */
  readonly pauseMillis: (nowMillis: number) => number
}

export const make = (): Pace => {
  let windowStartMillis = 0
  let count = 0
  let countBefore = 0
  let upToDateMillis = 0
  const turn = (nowMillis: number) => {
    const passedMillis = nowMillis - windowStartMillis
    if (passedMillis < WINDOW_MILLIS) return
    countBefore = passedMillis < 2 * WINDOW_MILLIS ? count : 0
    count = 0
    windowStartMillis = nowMillis
  }
  return {
    arrived: (nowMillis) => {
      turn(nowMillis)
      count += 1
    },
    upToDate: (nowMillis) => {
      upToDateMillis = nowMillis
    },
    pauseMillis: (nowMillis) => {
      turn(nowMillis)
      const isStreaming = Math.max(count, countBefore) >= STREAM
      return isStreaming && nowMillis - upToDateMillis < MAX_LAG_MILLIS ? PAUSE_MILLIS : 0
    }
  }
}
