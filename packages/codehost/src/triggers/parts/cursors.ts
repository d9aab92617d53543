/**
 * Cursors of polls. In a list with times, an item is new if it is newer than the previous poll, or as recent but not
 * seen yet. In a list without times, an item is new if it was not in the list at the previous poll. The first poll
 * reports nothing.
 */
import type { Occurrence, Polled } from "@inlay/agent-plugin/Trigger"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The service may list a record some time after the record's own timestamp. */
const LATE_MILLIS = 120_000
/** How late it may list a record whose time is that of something else, such as the pull request of a review. */
const LATE_LISTING_MILLIS = 3_600_000

const Window = Schema.fromJsonString(Schema.Struct({ since: Schema.Finite, keys: Schema.Array(Schema.String) }))
const Contents = Schema.fromJsonString(
  Schema.Struct({
    round: Schema.Finite,
    states: Schema.Record(Schema.String, Schema.String),
    isCut: Schema.optionalKey(Schema.Boolean)
  })
)

const decodeWindow = Schema.decodeUnknownOption(Window)
const readContents = Schema.decodeUnknownOption(Contents)

const readWindow = (cursor: string | undefined) => Option.getOrUndefined(decodeWindow(cursor))

/**
 * A service whose clock is ahead gives its records times in the future. A window that began there would keep every
 * later record out until then, so it begins now at the latest. If it is this machine's clock that is behind, the window
 * only gets longer.
 */
const notAhead = (since: number): number => Math.min(since, Date.now() - LATE_MILLIS)

/** Returns the time in milliseconds back to which the next poll reads, or `undefined` at the first poll. */
const startOf = (cursor: string | undefined): number | undefined => {
  const window = readWindow(cursor)
  return window === undefined ? undefined : notAhead(window.since)
}

/** Returns the time (ISO 8601) before which nothing needs to be read, or `undefined` at the first poll. */
export const sinceOf = (cursor: string | undefined): string | undefined => {
  const since = startOf(cursor)
  return since === undefined ? undefined : new Date(since).toISOString().replace(/\.\d+Z$/, "Z")
}

/** Returns the keys that the previous poll noted. */
const keysOf = (cursor: string | undefined): ReadonlySet<string> => new Set(readWindow(cursor)?.keys)

/** What is known of a list beside its items. */
interface Listing {
  readonly nextAfterSeconds?: number
  /** Whether the list goes on after what was read of it. */
  readonly isCut?: boolean
  /** What the service left out of the list, and what would change that. */
  readonly notice?: string
}

interface PollReading<D> extends Listing {
  readonly occurrences: ReadonlyArray<Occurrence<D>>
  /** Times of all listed items, if not all of them are reported. The first poll starts from the latest one. */
  readonly listedAt?: ReadonlyArray<string | null | undefined>
  /**
   * Times of all items that the occurrences were looked for in, if few of them hold any. Without them, the next poll
   * would read back to the latest occurrence again.
   */
  readonly examinedAt?: ReadonlyArray<string | null | undefined>
  /** Keys that the next poll finds in the cursor, beside those of occurrences. */
  readonly notedKeys?: ReadonlyArray<string>
  /** Whether an occurrence has the same key for good, although its time changes: it is reported once. */
  readonly isOnce?: (key: string) => boolean
}

/** How many occurrences that are reported once the cursor remembers. */
const MAX_ONCE = 500

/** Sorts by time, oldest first; occurrences with the same time keep the order of the list. */
const inOrder = <D>(occurrences: ReadonlyArray<Occurrence<D>>) =>
  occurrences.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))

const paceOf = ({ nextAfterSeconds }: Listing) => (nextAfterSeconds === undefined ? {} : { nextAfterSeconds })

/** The service does not say how much of what it was not asked for, or of what it hides, is new. */
const skippedOf = ({ isCut, notice }: Listing) =>
  isCut === true || notice !== undefined
    ? { skipped: "some" as const, ...(notice !== undefined && { problem: notice }) }
    : {}

/** Key of a list in which the service left something out because of errors. */
export const UNREADABLE = "unreadable"

/**
 * Says that a list is incomplete: always if `isCut`, and for each key only in the first of the polls in a row that have
 * it, because what cannot be read stays so.
 */
export const cutOnce = (cursor: string | undefined, isCut: boolean, keys: ReadonlyArray<string>) => {
  const earlierKeys = keysOf(cursor)
  return { isCut: isCut || keys.some((key) => !earlierKeys.has(key)), notedKeys: keys }
}

/**
 * Returns how far to read a list that starts with the newest item: back to the previous poll, or one page at the first
 * poll.
 */
export const readUntil = <A>(cursor: string | undefined, timeOf: (item: A) => string | null | undefined) => {
  const since = startOf(cursor)
  return since === undefined ? { maxPages: 1 } : { isEnd: (last: A) => Date.parse(timeOf(last) ?? "") < since }
}

const millisOf = (time: string | null | undefined): ReadonlyArray<number> => {
  const millis = Date.parse(time ?? "")
  return Number.isNaN(millis) ? [] : [millis]
}

/**
 * Returns the time in milliseconds from which on items of a list must be examined: since the previous poll, or at the
 * first poll the period in which items may still be listed late, so that the next poll does not take them for new.
 */
export const lookFrom = (cursor: string | undefined, listedAt: ReadonlyArray<string>): number =>
  startOf(cursor) ?? Math.max(0, ...listedAt.flatMap((time) => millisOf(time))) - LATE_MILLIS

/** Returns what is new in a list with times. */
export const newSince = <D>(cursor: string | undefined, read: PollReading<D>): Polled<D> => {
  const before = readWindow(cursor)
  const all = new Map(read.occurrences.map((one) => [one.key, one]))
  const listTimes = before === undefined ? (read.listedAt ?? []) : []
  const times = [...[...all.values()].map(({ at }) => at), ...listTimes].flatMap((time) => millisOf(time))
  const examinedTimes = (read.examinedAt ?? []).flatMap((time) => millisOf(time))
  // Uses the records' own times, and this machine's clock only against times in the future. If the list was empty,
  // everything that appears in it is new.
  const latest = Math.max(
    before?.since ?? 0,
    ...times.map((millis) => millis - LATE_MILLIS),
    ...examinedTimes.map((millis) => millis - LATE_LISTING_MILLIS)
  )
  // The first poll may have read one page of a list whose records are all of the future, so it cannot tell which of
  // those behind are new.
  const since = before === undefined ? latest : notAhead(latest)
  const earlierKeys = new Set(before?.keys)
  const keys = [...all.values()].filter(({ at }) => Date.parse(at) >= since).map(({ key }) => key)
  const { isOnce } = read
  const onceKeys = isOnce === undefined ? [] : [...(before?.keys ?? []), ...all.keys()].filter(isOnce).slice(-MAX_ONCE)
  return {
    occurrences:
      before === undefined
        ? []
        : inOrder([...all.values()].filter((one) => Date.parse(one.at) >= before.since && !earlierKeys.has(one.key))),
    cursor: JSON.stringify({
      since,
      keys: [
        ...new Set([
          ...onceKeys,
          ...(read.notedKeys ?? []),
          ...keys,
          ...(before !== undefined && before.since >= since ? before.keys : [])
        ])
      ]
    }),
    ...(before !== undefined && skippedOf(read)),
    ...paceOf(read)
  }
}

/** An item of a list without times: its id, and a state whose change counts as news. */
export interface Content<D> {
  readonly id: string
  readonly state?: string
  /**
   * Whether the item is news, given its previous state (`undefined` if it is new). By default every new item and every
   * change of state is.
   */
  readonly isNews?: (was: string | undefined) => boolean
  /** Makes the occurrence to report if the item is news. */
  readonly toOccurrence: (was: string | undefined, round: number) => Occurrence<D>
}

/**
 * Returns what is new in a list without times. The round counts the polls that saw a change, so that a key can include
 * it. The end of a list that was cut was out of sight, so an item that is seen there now may be old: it counts as new
 * only if it stands before an item that was seen.
 */
export const newAmong = <D>(
  cursor: string | undefined,
  contents: ReadonlyArray<Content<D>>,
  { isCut: isShort = false, notice, ...pace }: Listing = {}
): Polled<D> => {
  const before = Option.getOrUndefined(readContents(cursor))
  const isCut = isShort || notice !== undefined
  const states = Object.fromEntries(contents.map(({ id, state = "" }) => [id, state]))
  const isSame = before !== undefined && JSON.stringify(before.states) === JSON.stringify(states)
  const round = before === undefined ? 0 : isSame ? before.round : before.round + 1
  const wasSeen = ({ id }: Content<D>) => before !== undefined && Object.hasOwn(before.states, id)
  const sightEnd = before?.isCut === true ? contents.findLastIndex(wasSeen) + 1 : contents.length
  const isNew = ({ id, state = "", isNews = () => true }: Content<D>) =>
    before !== undefined && before.states[id] !== state && isNews(before.states[id])
  return {
    occurrences: inOrder(
      contents
        .slice(0, sightEnd)
        .filter(isNew)
        .map(({ id, toOccurrence }) => toOccurrence(before?.states[id], round))
    ),
    cursor: JSON.stringify({ round, states, ...(isCut && { isCut }) }),
    ...(before !== undefined &&
      skippedOf({ isCut: isCut || before.isCut === true, ...(notice !== undefined && { notice }) })),
    ...paceOf(pace)
  }
}
