// Keeps two times. `now` is the machine's clock plus the offset set by `POST /clock`. Rate limits and token expiry use
// it, so that a client can compare them with its own clock. `stamp` gives the timestamps in records: it starts at a
// fixed moment and advances one second per write, so that the same calls produce the same records.

/** Unix milliseconds of the moment at which the seed data ends. */
export const startOfTime = Date.parse("2026-10-01T09:00:00Z")

export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number
  /** A timestamp for a record: ISO 8601 in whole seconds, later than all previous ones. */
  readonly stamp: () => string
  /** The last timestamp given to a record. Code that works with records uses it as the current time. */
  readonly today: () => number
  readonly advance: (seconds: number) => void
  /** The offset from the machine's clock, in seconds. */
  readonly ahead: () => number
  readonly reset: () => void
}

/** ISO 8601 without milliseconds, as the service formats it. */
export const isoSeconds = (millis: number): string => `${new Date(millis).toISOString().slice(0, 19)}Z`

export const makeClock = (): Clock => {
  let ahead = 0
  let record = startOfTime
  return {
    now: () => Date.now() + ahead * 1000,
    stamp: () => {
      record += 1000
      return isoSeconds(record)
    },
    today: () => record,
    advance: (seconds) => {
      ahead += seconds
      record += seconds * 1000
    },
    ahead: () => ahead,
    reset: () => {
      ahead = 0
      record = startOfTime
    }
  }
}
