/**
 * Where a poll goes on. A list with times: what is newer than the last look, or as new and not seen yet. A list without: what
 * was not there at the last look. The first look tells nothing.
 */
import type { Occurrence, Polled } from "@inlay/agent-plugin/Trigger"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The service may list a record some time after the moment that it bears. */
const LATE_MILLIS = 120_000

const Window = Schema.fromJsonString(Schema.Struct({ since: Schema.Finite, keys: Schema.Array(Schema.String) }))
const Contents = Schema.fromJsonString(
  Schema.Struct({ round: Schema.Finite, states: Schema.Record(Schema.String, Schema.String) })
)

const readWindow = Schema.decodeUnknownOption(Window)
const readContents = Schema.decodeUnknownOption(Contents)

/** ISO 8601: what is older need not be read; `undefined` at the first look. */
export const sinceOf = (cursor: string | undefined): string | undefined => {
  const window = Option.getOrUndefined(readWindow(cursor))
  return window === undefined ? undefined : new Date(Math.max(0, window.since)).toISOString().replace(/\.\d+Z$/, "Z")
}

interface Read<D> {
  readonly occurrences: ReadonlyArray<Occurrence<D>>
  /** Times of all that is listed, where not all of it is reported: the first poll starts from the latest. */
  readonly listedAt?: ReadonlyArray<string | null | undefined>
  readonly nextAfterSeconds?: number
}

/** Oldest first; of one moment, in the order of the list. */
const inOrder = <D>(occurrences: ReadonlyArray<Occurrence<D>>) =>
  occurrences.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))

const paceOf = ({ nextAfterSeconds }: { readonly nextAfterSeconds?: number }) =>
  nextAfterSeconds === undefined ? {} : { nextAfterSeconds }

/** How far a list must be read that begins with the newest: past the last look, or one page where there was none. */
export const readUntil = <A>(cursor: string | undefined, timeOf: (item: A) => string | null | undefined) => {
  const since = Option.getOrUndefined(readWindow(cursor))?.since
  return since === undefined ? { maxPages: 1 } : { isEnd: (last: A) => Date.parse(timeOf(last) ?? "") < since }
}

const millisOf = (time: string | null | undefined): ReadonlyArray<number> => {
  const millis = Date.parse(time ?? "")
  return Number.isNaN(millis) ? [] : [millis]
}

/**
 * From when on things of a list must be looked into: since the last look, and at the first one what may be listed late, so
 * that it is known by then. Milliseconds.
 */
export const lookFrom = (cursor: string | undefined, listedAt: ReadonlyArray<string>): number =>
  Option.getOrUndefined(readWindow(cursor))?.since ??
  Math.max(0, ...listedAt.flatMap((time) => millisOf(time))) - LATE_MILLIS

/** What is new in a list with times. */
export const newSince = <D>(cursor: string | undefined, read: Read<D>): Polled<D> => {
  const before = Option.getOrUndefined(readWindow(cursor))
  const all = new Map(read.occurrences.map((one) => [one.key, one]))
  const listTimes = before === undefined ? (read.listedAt ?? []) : []
  const times = [...[...all.values()].map(({ at }) => at), ...listTimes].flatMap((time) => millisOf(time))
  // By the records' own times, never by this machine's. Whatever comes into a list that is empty is new.
  const since = Math.max(before?.since ?? 0, ...times.map((millis) => millis - LATE_MILLIS))
  const earlierKeys = new Set(before?.keys)
  const keys = [...all.values()].filter(({ at }) => Date.parse(at) >= since).map(({ key }) => key)
  return {
    occurrences:
      before === undefined
        ? []
        : inOrder([...all.values()].filter((one) => Date.parse(one.at) >= before.since && !earlierKeys.has(one.key))),
    cursor: JSON.stringify({ since, keys: [...new Set([...keys, ...(before?.since === since ? before.keys : [])])] }),
    ...paceOf(read)
  }
}

/** One thing of a list without times: its identity, and a state whose change counts as news. */
export interface Content<D> {
  readonly id: string
  readonly state?: string
  /** By default whatever was not there, or in another state. */
  readonly isNews?: (was: string | undefined) => boolean
  /** What to tell where it is new or its state is. */
  readonly tell: (was: string | undefined, round: number) => Occurrence<D>
}

/** What is new in a list without times; the round counts the looks that saw a change, so that a key may name it. */
export const newAmong = <D>(
  cursor: string | undefined,
  contents: ReadonlyArray<Content<D>>,
  pace: { readonly nextAfterSeconds?: number } = {}
): Polled<D> => {
  const before = Option.getOrUndefined(readContents(cursor))
  const states = Object.fromEntries(contents.map(({ id, state = "" }) => [id, state]))
  const isSame = before !== undefined && JSON.stringify(before.states) === JSON.stringify(states)
  const round = before === undefined ? 0 : isSame ? before.round : before.round + 1
  const isNew = ({ id, state = "", isNews = () => true }: Content<D>) =>
    before !== undefined && before.states[id] !== state && isNews(before.states[id])
  return {
    occurrences: inOrder(contents.filter(isNew).map(({ id, tell }) => tell(before?.states[id], round))),
    cursor: JSON.stringify({ round, states }),
    ...paceOf(pace)
  }
}
