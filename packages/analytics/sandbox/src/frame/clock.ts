// The sandbox's time: this machine's clock plus the offset set by `POST /clock`. Tests use the offset to reach a new
// day, a new quota hour or the expiry of a token at once.

export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number
  /** RFC 3339 timestamp for a record. */
  readonly stamp: () => string
  readonly advance: (seconds: number) => void
  /** The offset in seconds. */
  readonly ahead: () => number
  readonly reset: () => void
}

/** @param now The base time. Defaults to this machine's clock. */
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
