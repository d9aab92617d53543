/** What a poll reports and what its cursor remembers, from one poll to the next. */
import type { Occurrence } from "@inlay/agent-plugin/Trigger"
import { afterEach, describe, expect, it, vi } from "vitest"

import { lookFrom, newAmong, newSince, readUntil, sinceOf, type Content } from "./cursors.ts"

const NOON = Date.UTC(2026, 5, 1, 12)
const SECOND = 1_000
const at = (seconds: number): string => new Date(NOON + seconds * SECOND).toISOString()

/** An occurrence whose key says when it happened. */
const one = (seconds: number, key = String(seconds)): Occurrence<number> => ({ key, at: at(seconds), data: seconds })

const keys = ({ occurrences }: { readonly occurrences: ReadonlyArray<Occurrence<unknown>> }) =>
  occurrences.map(({ key }) => key)

describe("a list with times", () => {
  it("reports each item once, oldest first, from the second poll on", () => {
    const first = newSince(undefined, { occurrences: [one(1)] })
    expect(keys(first)).toEqual([])
    const second = newSince(first.cursor, { occurrences: [one(3), one(2), one(1)] })
    expect(keys(second)).toEqual(["2", "3"])
    const third = newSince(second.cursor, { occurrences: [one(3), one(2), one(1)] })
    expect(keys(third)).toEqual([])
  })

  it("reports an item that is listed up to two minutes after its own time, but none of an earlier time", () => {
    const first = newSince(undefined, { occurrences: [one(200)] })
    const second = newSince(first.cursor, { occurrences: [one(200), one(80), one(79)] })
    expect(keys(second)).toEqual(["80"])
    expect(keys(newSince(second.cursor, { occurrences: [one(200), one(80)] }))).toEqual([])
  })

  it("goes back by two minutes at most from poll to poll, and never behind the last poll", () => {
    const first = newSince(undefined, { occurrences: [one(200)] })
    const empty = newSince(first.cursor, { occurrences: [] })
    expect(sinceOf(empty.cursor)).toBe("2026-06-01T12:01:20Z")
    expect(keys(newSince(empty.cursor, { occurrences: [one(200)] }))).toEqual([])
    const older = newSince(empty.cursor, { occurrences: [one(100)] })
    expect(sinceOf(older.cursor)).toBe("2026-06-01T12:01:20Z")
    expect(keys(newSince(older.cursor, { occurrences: [one(200), one(100)] }))).toEqual([])
  })

  it("is read from a time that the service understands, even if it was empty", () => {
    const first = newSince(undefined, { occurrences: [] })
    expect(sinceOf(undefined)).toBeUndefined()
    expect(sinceOf(first.cursor)).toBe("1970-01-01T00:00:00Z")
    expect(sinceOf(newSince(undefined, { occurrences: [{ ...one(0), at: "1970-01-01T00:00:30Z" }] }).cursor)).toBe(
      "1970-01-01T00:00:00Z"
    )
    expect(keys(newSince(first.cursor, { occurrences: [one(1)] }))).toEqual(["1"])
  })

  it("is read back to the previous poll", () => {
    const { cursor } = newSince(undefined, { occurrences: [one(200)] })
    const { isEnd } = readUntil(cursor, (time: string) => time) as { isEnd: (last: string) => boolean }
    expect([isEnd(at(80)), isEnd(at(79))]).toEqual([false, true])
    expect(readUntil(undefined, (time: string) => time)).toEqual({ maxPages: 1 })
    expect(lookFrom(cursor, [at(500)])).toBe(NOON + 80 * SECOND)
    expect(lookFrom(undefined, [at(500), at(400)])).toBe(NOON + 380 * SECOND)
  })

  it("that few occurrences were looked for in is not read again further back than an hour", () => {
    const examined = newSince(undefined, { occurrences: [one(0)], examinedAt: [at(7_200)] })
    expect(sinceOf(examined.cursor)).toBe("2026-06-01T13:00:00Z")
  })

  it("remembers the keys that it was told to note, and the last 500 of those that are reported once", () => {
    const once = (all: ReadonlyArray<Occurrence<number>>, cursor?: string) =>
      newSince(cursor, { occurrences: all, isOnce: (key) => key.startsWith("once") })
    const many = Array.from({ length: 501 }, (_, n) => one(0, `once ${n}`))
    // The newest one moves the window on, in which every key is remembered anyway.
    const { cursor } = once([...many, one(10_000)])
    const later = [one(90_000, "once 0"), one(90_000, "once 500")]
    expect(keys(once(later, cursor))).toEqual(["once 0"])
    const noted = newSince(undefined, { occurrences: [one(0)], notedKeys: ["noted"] })
    expect(keys(newSince(noted.cursor, { occurrences: [one(1, "noted"), one(2)] }))).toEqual(["2"])
  })

  it("says so if a poll could not read all of it", () => {
    const first = newSince(undefined, { occurrences: [], isCut: true })
    expect(first).not.toHaveProperty("skipped")
    expect(newSince(first.cursor, { occurrences: [], isCut: true })).toMatchObject({ skipped: "some" })
  })
})

describe("a service whose clock was ahead", () => {
  const DAY = 86_400
  /** Sets this machine's clock, which is right. */
  const clock = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: NOON + seconds * SECOND })
  afterEach(() => vi.useRealTimers())

  it("is silent no longer than until the second poll", () => {
    clock(0)
    const first = newSince(undefined, { occurrences: [one(DAY), one(-500)] })
    clock(60)
    const second = newSince(first.cursor, { occurrences: [one(DAY), one(-500)] })
    expect(keys(second)).toEqual([])
    clock(120)
    // The first of the two was listed two minutes late.
    const list = [one(DAY), one(100), one(-60), one(-500)]
    const third = newSince(second.cursor, { occurrences: list })
    expect(keys(third)).toEqual(["-60", "100"])
    expect(keys(newSince(third.cursor, { occurrences: list }))).toEqual([])
  })

  it("has each item reported once, while it is ahead and after it was set right", () => {
    clock(0)
    let list = [one(DAY), one(DAY - 400)]
    let { cursor } = newSince(undefined, { occurrences: list })
    const reported = [10, 20, 30].map((seconds) => {
      clock(seconds)
      list = [one(DAY + seconds), ...list]
      const polled = newSince(cursor, { occurrences: list })
      cursor = polled.cursor
      return keys(polled)
    })
    expect(reported).toEqual([[`${DAY + 10}`], [`${DAY + 20}`], [`${DAY + 30}`]])
    for (const seconds of [200, 2 * DAY]) {
      clock(seconds)
      list = [one(seconds - 5), ...list]
      const polled = newSince(cursor, { occurrences: list })
      cursor = polled.cursor
      expect(keys(polled)).toEqual([`${seconds - 5}`])
    }
  })

  it("has its lists read back by two minutes at least", () => {
    clock(0)
    const { cursor } = newSince(undefined, { occurrences: [one(DAY)] })
    const { isEnd } = readUntil(cursor, (time: string) => time) as { isEnd: (last: string) => boolean }
    expect([isEnd(at(-120)), isEnd(at(-121))]).toEqual([false, true])
    expect(sinceOf(cursor)).toBe("2026-06-01T11:58:00Z")
    expect(lookFrom(cursor, [at(DAY)])).toBe(NOON - 120 * SECOND)
  })

  it("has an item that was hidden for a poll not reported again", () => {
    clock(0)
    const first = newSince(undefined, { occurrences: [one(DAY)] })
    clock(60)
    const second = newSince(first.cursor, { occurrences: [] })
    expect(keys(newSince(second.cursor, { occurrences: [one(DAY)] }))).toEqual([])
  })

  it("is not confused with this machine's clock being behind: nothing is reported twice", () => {
    clock(DAY)
    const list = [one(DAY - 10), one(DAY - 500), one(DAY - 600)]
    const first = newSince(undefined, { occurrences: list })
    clock(0)
    const second = newSince(first.cursor, { occurrences: [one(DAY + 30), ...list] })
    expect(keys(second)).toEqual([`${DAY + 30}`])
    clock(60)
    expect(keys(newSince(second.cursor, { occurrences: [one(DAY + 90), one(DAY + 30), ...list] }))).toEqual([
      `${DAY + 90}`
    ])
  })
})

describe("a list without times", () => {
  const item = (id: string, state?: string): Content<number> => ({
    id,
    ...(state !== undefined && { state }),
    toOccurrence: (was, round) => ({ key: `${id} ${was ?? "new"} ${round}`, at: at(0), data: 0 })
  })

  it("reports new items and changes of state, with the round of polls that saw a change", () => {
    const first = newAmong(undefined, [item("a", "open")])
    expect(keys(first)).toEqual([])
    const same = newAmong(first.cursor, [item("a", "open")])
    expect([keys(same), same.cursor]).toEqual([[], first.cursor])
    const second = newAmong(same.cursor, [item("a", "done"), item("b")])
    expect(keys(second)).toEqual(["a open 1", "b new 1"])
    expect(keys(newAmong(second.cursor, [item("a", "open"), item("b")]))).toEqual(["a done 2"])
  })

  it("whose end was out of sight takes no item for new that stands after the last one that was seen", () => {
    const first = newAmong(undefined, [item("a"), item("b")], { isCut: true })
    const second = newAmong(first.cursor, [item("new"), item("b"), item("old")])
    expect(second).toMatchObject({ skipped: "some" })
    expect(keys(second)).toEqual(["new new 1"])
    const moved = newAmong(first.cursor, [item("new"), item("b", "changed"), item("old")])
    expect(keys(moved)).toEqual(["new new 1", "b  1"])
  })
})
