// Two times. `now` is what the machine's clock says, moved by `POST /clock`: limits reset and tokens run out by it,
// so that a client that compares with its own clock is right. `stamp` is what is written into records: it starts at a
// fixed moment and goes on by a second with every write, so the same calls make the same records.

/** Unix milliseconds: the moment the seed ends. */
export const startOfTime = Date.parse("2026-10-01T09:00:00Z")

export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number
  /** A moment for a record: ISO 8601 in whole seconds, later than all before it. */
  readonly stamp: () => string
  /** The last moment given to a record: what "today" is to the records. */
  readonly today: () => number
  readonly advance: (seconds: number) => void
  /** Seconds it was moved ahead. */
  readonly ahead: () => number
  readonly reset: () => void
}

/** ISO 8601 without milliseconds, as the service writes it. */
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
