// What time it is: this machine's clock, moved ahead by `POST /clock`, so that "today", hours of quotas and the end of
// tokens can be reached at once.

export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number
  /** RFC 3339, for a record. */
  readonly stamp: () => string
  readonly advance: (seconds: number) => void
  /** Seconds it was moved ahead. */
  readonly ahead: () => number
  readonly reset: () => void
}

/** @param now where it starts from: by default this machine's clock */
export const makeClock = (now: () => number = Date.now): Clock => {
  let ahead = 0
  const moved = (): number => now() + ahead * 1000
  return {
    now: moved,
    stamp: () => new Date(moved()).toISOString(),
    advance: (seconds) => {
      ahead += seconds
    },
    ahead: () => ahead,
    reset: () => {
      ahead = 0
    }
  }
}
