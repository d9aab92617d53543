/**
 * How much of the event loop reading takes while deliveries stream in: they are to be answered at once, and what they say
 * may wait a little. Never for long: who is behind for some seconds reads as fast as it can.
 */

const WINDOW_MILLIS = 100
/** Deliveries within a window from which they stream. */
const STREAM = 100
const PAUSE_MILLIS = 200
/** How long reading is held back after it was last up to date. */
const MAX_LAG_MILLIS = 10_000

/** Moments are of the monotonic clock. */
export interface Pace {
  readonly arrived: (nowMillis: number) => void
  /** Everything that had come was read. */
  readonly upToDate: (nowMillis: number) => void
  /** How long to wait before the next few are read. */
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
