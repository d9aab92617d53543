// The events of one day of a property, in columns. Each event refers to its session by row number. The events of a
// session are adjacent.

export interface Day {
  /** Days since 1970-01-01, in the property's time zone. */
  readonly number: number
  readonly sessions: {
    readonly count: number
    /** User number. A user has the same number on every day. */
    readonly user: Int32Array
    readonly channel: Uint8Array
    readonly place: Uint8Array
    readonly device: Uint8Array
    readonly language: Uint8Array
    readonly age: Uint8Array
    readonly gender: Uint8Array
    /** Index of the data stream among those of the site. */
    readonly stream: Uint8Array
    readonly landing: Uint8Array
    /** 1 if it is the user's first visit. */
    readonly isNew: Uint8Array
    /** 1 if the session lasted long enough, had a conversion or had two page views. */
    readonly isEngaged: Uint8Array
    /** Duration of the whole session, in seconds. */
    readonly seconds: Int32Array
  }
  readonly events: {
    readonly count: number
    readonly session: Int32Array
    /** Minute of the day. */
    readonly minute: Uint16Array
    readonly name: Uint8Array
    readonly page: Uint8Array
    /** Seconds for which the page was in the foreground. */
    readonly seconds: Uint16Array
    readonly revenueCents: Int32Array
    readonly item: Uint8Array
  }
}

/** A number that identifies a session across all days. */
export const sessionNumber = ({ number }: Day, session: number): number => number * 4096 + session

/** The day with only the events before a minute. */
export const until = (day: Day, minute: number): Day => {
  const pick = <Column extends Int32Array | Uint16Array | Uint8Array>(column: Column): Column =>
    column.filter((_, row) => (day.events.minute[row] ?? 0) < minute) as Column
  const { item, minute: minutes, name, page, revenueCents, seconds, session } = day.events
  const sessions = pick(session)
  return {
    ...day,
    events: {
      count: sessions.length,
      session: sessions,
      minute: pick(minutes),
      name: pick(name),
      page: pick(page),
      seconds: pick(seconds),
      revenueCents: pick(revenueCents),
      item: pick(item)
    }
  }
}
