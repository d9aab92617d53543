// One day of a property's events, in columns. Sessions have theirs, events point at their session by its row; a
// session's events stand together.

export interface Day {
  /** Days since 1970-01-01, in the property's time zone. */
  readonly number: number
  readonly sessions: {
    readonly count: number
    /** The same person has the same number on every day. */
    readonly user: Int32Array
    readonly channel: Uint8Array
    readonly place: Uint8Array
    readonly device: Uint8Array
    readonly language: Uint8Array
    readonly age: Uint8Array
    readonly gender: Uint8Array
    /** The row of the stream among the site's. */
    readonly stream: Uint8Array
    readonly landing: Uint8Array
    /** 1 where it is the person's first visit. */
    readonly isNew: Uint8Array
    /** 1 where it lasted, converted, or saw two pages. */
    readonly isEngaged: Uint8Array
    /** Whole session. */
    readonly seconds: Int32Array
  }
  readonly events: {
    readonly count: number
    readonly session: Int32Array
    /** Of the day. */
    readonly minute: Uint16Array
    readonly name: Uint8Array
    readonly page: Uint8Array
    /** How long the page was in front. */
    readonly seconds: Uint16Array
    readonly revenueCents: Int32Array
    readonly item: Uint8Array
  }
}

/** Sessions of all days have different numbers. */
export const sessionNumber = ({ number }: Day, session: number): number => number * 4096 + session

/** The day with the events before a minute alone. */
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
