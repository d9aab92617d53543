/**
 * The test suite for every BudgetStore. Times are passed in, so the suite runs on the real clock over any store.
 * `makeLayer` returns a new, empty store each time.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

import type { BudgetStore, Reservation, Settlement, TurnRequest } from "../budget/BudgetStore.ts"

/** The store under test. */
export class BudgetStoreUnderTest extends Context.Service<BudgetStoreUnderTest, BudgetStore>()(
  "@inlay/core-http/testing/BudgetStore"
) {}

const NOW = Date.UTC(2026, 2, 10, 12)
const LEASE = 35_000
const PAUSE = 1_000

const reservation = (of: Partial<Reservation> = {}): Reservation => ({
  scope: "plugin/main",
  resource: "core",
  units: 1,
  windows: [],
  nowMillis: NOW,
  leaseEndsMillis: (of.nowMillis ?? NOW) + LEASE,
  ...of
})

const report = (remaining: number, endsAtMillis: number) => ({
  limit: { limit: 10, remaining, resetsAtMillis: endsAtMillis },
  endsAtMillis
})

const use = <A, E>(body: (store: BudgetStore) => Effect.Effect<A, E>) => Effect.flatMap(BudgetStoreUnderTest, body)

/** Returns 0 if the request may be sent, otherwise the milliseconds to wait. */
const reserve = (of: Partial<Reservation> = {}) =>
  use((store) =>
    Effect.map(store.reserve(reservation(of)), (result) => (result._tag === "Reserved" ? 0 : result.waitMillis))
  )
const causeOf = (of: Partial<Reservation> = {}) =>
  use((store) =>
    Effect.map(store.reserve(reservation(of)), (result) => (result._tag === "Wait" ? result.cause : undefined))
  )
const settle = (of: Partial<Settlement> = {}) =>
  use((store) => store.settle({ scope: "plugin/main", resource: "core", nowMillis: NOW, ...of }))

/** Returns 0 if the asker has the turn, otherwise the milliseconds to wait. */
const turn = (holder: string, nowMillis: number, of: Partial<TurnRequest> = {}) =>
  use((store) =>
    Effect.map(
      store.turn({
        scope: "plugin/main",
        lane: "write",
        holder,
        nowMillis,
        pauseMillis: PAUSE,
        leaseEndsMillis: nowMillis + LEASE,
        ...of
      }),
      (result) => (result._tag === "Turn" ? 0 : result.waitMillis)
    )
  )
const endTurn = (holder: string, nowMillis: number, pauseMillis = PAUSE) =>
  use((store) => store.endTurn({ scope: "plugin/main", lane: "write", holder, nowMillis }, pauseMillis))

/** Defines the tests of a store. `name` is part of their titles. */
export const budgetStoreSuite = (name: string, makeLayer: () => Layer.Layer<BudgetStoreUnderTest, unknown>): void => {
  const test = (title: string, body: Effect.Effect<void, unknown, BudgetStoreUnderTest>) =>
    it.live(title, () => Effect.provide(body, makeLayer()))

  describe(`${name}: a reservation`, () => {
    test(
      "succeeds if nothing is known or units are left",
      Effect.gen(function* () {
        assert.strictEqual(yield* reserve({ id: "a" }), 0)
        assert.deepStrictEqual(yield* settle({ id: "a", reported: report(2, NOW + 60_000) }), {
          limit: 10,
          remaining: 2,
          resetsAtMillis: NOW + 60_000
        })
        assert.deepStrictEqual([yield* reserve({ id: "b" }), yield* reserve({ id: "c" })], [0, 0])
        assert.strictEqual(yield* reserve({ id: "d" }), 1_000)
        yield* settle({ id: "b", reported: report(0, NOW + 60_000) })
        assert.strictEqual(yield* reserve({ id: "d", nowMillis: NOW + 10_000 }), 50_000)
        assert.strictEqual(yield* reserve({ id: "d", nowMillis: NOW + 60_000 }), 0)
      })
    )

    test(
      "is separate for each account and resource",
      Effect.gen(function* () {
        yield* settle({ reported: report(0, NOW + 60_000) })
        assert.strictEqual(yield* reserve(), 60_000)
        assert.strictEqual(yield* reserve({ resource: "search" }), 0)
        assert.strictEqual(yield* reserve({ scope: "plugin/other" }), 0)
      })
    )

    test(
      "counts units in each of several windows, and the actual cost of a request",
      Effect.gen(function* () {
        const windows = [
          { name: "hour", limit: 100, endsAtMillis: NOW + 600_000 },
          { name: "day", limit: 150, endsAtMillis: NOW + 6_000_000 }
        ]
        const of = { windows, units: 60 }
        assert.strictEqual(yield* reserve({ ...of, id: "a" }), 0)
        assert.strictEqual(yield* reserve({ ...of, id: "b" }), 1_000)
        yield* settle({ id: "a", units: 10 })
        assert.strictEqual(yield* reserve({ ...of, id: "b" }), 0)
        yield* settle({ id: "b", units: 60 })
        assert.strictEqual(yield* reserve({ ...of, id: "c" }), 600_000)
        assert.deepStrictEqual(yield* causeOf({ ...of, id: "c" }), { _tag: "window", name: "hour" })
        const next = [{ name: "hour", limit: 100, endsAtMillis: NOW + 4_200_000 }, ...windows.slice(1)]
        const later = { ...of, windows: next, nowMillis: NOW + 600_000 }
        assert.strictEqual(yield* reserve({ ...later, id: "c" }), 0)
        yield* settle({ id: "c", nowMillis: NOW + 600_000 })
        assert.deepStrictEqual(yield* causeOf({ ...later, id: "d" }), { _tag: "window", name: "day" })
      })
    )

    test(
      "has its own window if the known one ends later, because the clock was set back",
      Effect.gen(function* () {
        const hourFrom = (nowMillis: number) => ({
          nowMillis,
          windows: [{ name: "hour", limit: 100, endsAtMillis: nowMillis + 3_600_000 }]
        })
        const tomorrow = NOW + 86_400_000
        assert.strictEqual(yield* reserve({ ...hourFrom(tomorrow), units: 100, id: "a" }), 0)
        yield* settle({ id: "a", nowMillis: tomorrow })
        assert.strictEqual(yield* reserve(hourFrom(tomorrow)), 3_600_000)
        assert.strictEqual(yield* reserve(hourFrom(NOW)), 0)
      })
    )

    test(
      "believes a body that says fewer units are left",
      Effect.gen(function* () {
        const windows = [{ name: "day", limit: 100, endsAtMillis: NOW + 6_000_000 }]
        yield* reserve({ windows, id: "a" })
        yield* settle({ id: "a", units: 1, remaining: { day: 3, unknown: 5 } })
        assert.strictEqual(yield* reserve({ windows, units: 3, id: "b" }), 0)
        yield* settle({ id: "b", units: 0 })
        assert.strictEqual(yield* reserve({ windows, units: 4, id: "c" }), 6_000_000)
      })
    )

    test(
      "believes a body that says more units are left than there were thought to be in all",
      Effect.gen(function* () {
        const windows = [{ name: "day", limit: 100, endsAtMillis: NOW + 6_000_000 }]
        yield* reserve({ windows, id: "a" })
        yield* settle({ id: "a", units: 1, remaining: { day: 900 } })
        assert.strictEqual(yield* reserve({ windows, units: 900, id: "b" }), 0)
        yield* settle({ id: "b", units: 10, remaining: { day: 895 } })
        assert.strictEqual(yield* reserve({ windows, units: 891, id: "c" }), 6_000_000)
      })
    )

    test(
      "holds a place until it is settled",
      Effect.gen(function* () {
        const of = { places: 2 }
        yield* Effect.forEach(["a", "b"], (id) => reserve({ ...of, id }))
        assert.deepStrictEqual(yield* causeOf({ ...of, id: "c" }), { _tag: "places" })
        yield* settle({ id: "a" })
        assert.strictEqual(yield* reserve({ ...of, id: "c" }), 0)
      })
    )

    test(
      "that is never settled frees its place after its lease, and its reserved units count as used",
      Effect.gen(function* () {
        const windows = [{ name: "day", limit: 10, endsAtMillis: NOW + 6_000_000 }]
        const of = { places: 1, windows, units: 6 }
        yield* reserve({ ...of, id: "dead" })
        assert.isAbove(yield* reserve({ ...of, units: 1, id: "b", nowMillis: NOW + LEASE - 1 }), 0)
        assert.strictEqual(yield* reserve({ ...of, units: 1, id: "b", nowMillis: NOW + LEASE }), 0)
        yield* settle({ id: "b", units: 0, nowMillis: NOW + LEASE })
        assert.deepStrictEqual(yield* causeOf({ ...of, units: 5, nowMillis: NOW + LEASE }), {
          _tag: "window",
          name: "day"
        })
      })
    )

    test(
      "waits for a hold of its resource or account, for an hour at most, even if the clock was set back",
      Effect.gen(function* () {
        yield* settle({ holdSeconds: 60 })
        yield* settle({ holdSeconds: 5 })
        assert.strictEqual(yield* reserve(), 60_000)
        assert.strictEqual(yield* reserve({ resource: "search" }), 0)
        yield* settle({ resource: "", holdSeconds: 2 ** 31 })
        assert.strictEqual(yield* reserve({ resource: "search" }), 3_600_000)
        assert.deepStrictEqual(yield* causeOf({ resource: "search" }), { _tag: "hold", askedSeconds: 2 ** 31 })
        const yesterday = NOW - 86_400_000
        assert.strictEqual(yield* reserve({ nowMillis: yesterday }), 0)
        yield* settle({ holdSeconds: 5, nowMillis: yesterday })
        assert.strictEqual(yield* reserve({ nowMillis: yesterday }), 5_000)
      })
    )

    test(
      "does not wait for a reported window that a clock ahead dated, and learns the present one",
      Effect.gen(function* () {
        const tomorrow = NOW + 86_400_000
        yield* settle({ nowMillis: tomorrow, reported: report(0, tomorrow + 3_600_000) })
        // Another program's clock may be slightly behind.
        assert.strictEqual(yield* reserve({ nowMillis: tomorrow - 5_000 }), 3_605_000)
        assert.strictEqual(yield* reserve(), 0)
        yield* settle({ reported: report(0, NOW + 60_000) })
        assert.strictEqual(yield* reserve(), 60_000)
      })
    )

    test(
      "is refused as long as its window lasts, also after others of the account were removed as expired",
      Effect.gen(function* () {
        yield* reserve({ id: "a" })
        yield* settle({ id: "a", reported: report(0, NOW + 3_600_000) })
        const later = { nowMillis: NOW + 1_800_000 }
        assert.strictEqual(yield* reserve({ ...later, resource: "search" }), 0)
        assert.strictEqual(yield* reserve(later), 1_800_000)
      })
    )

    test(
      "is settled once, however many end at once",
      Effect.gen(function* () {
        const windows = [{ name: "day", limit: 30, endsAtMillis: NOW + 6_000_000 }]
        const ids = Array.from({ length: 30 }, (_, n) => `${n}`)
        yield* Effect.forEach(ids, (id) => reserve({ windows, id }))
        yield* Effect.forEach(ids, (id) => settle({ id, units: 0 }), { concurrency: "unbounded" })
        assert.strictEqual(yield* reserve({ windows, units: 30 }), 0)
      })
    )

    test(
      "never exceeds a limit, however many ask at once",
      Effect.gen(function* () {
        yield* settle({ reported: report(7, NOW + 60_000) })
        const waits = yield* Effect.forEach(
          Array.from({ length: 30 }, (_, n) => `${n}`),
          (id) => reserve({ id }),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(waits.filter((wait) => wait === 0).length, 7)
      })
    )
  })

  describe(`${name}: a turn`, () => {
    test(
      "has one holder at a time, with a pause before the next",
      Effect.gen(function* () {
        assert.strictEqual(yield* turn("one", NOW), 0)
        assert.isAbove(yield* turn("two", NOW), 0)
        yield* endTurn("one", NOW + 300)
        assert.strictEqual(yield* turn("two", NOW + 500), PAUSE - 200)
        assert.strictEqual(yield* turn("two", NOW + 300 + PAUSE), 0)
      })
    )

    test(
      "that sent nothing is not followed by a pause; other lanes and accounts have their own turns",
      Effect.gen(function* () {
        yield* turn("one", NOW)
        assert.strictEqual(yield* turn("two", NOW, { lane: "search" }), 0)
        assert.strictEqual(yield* turn("two", NOW, { scope: "plugin/other" }), 0)
        yield* endTurn("one", NOW + 10, 0)
        assert.strictEqual(yield* turn("two", NOW + 10), 0)
      })
    )

    test(
      "ends for its lane and account alone, although its holder has others",
      Effect.gen(function* () {
        const others = [{ scope: "plugin/other" }, { lane: "search" }]
        yield* Effect.forEach([{}, ...others], (of) => turn("one", NOW, of))
        yield* endTurn("one", NOW + 10, 0)
        assert.strictEqual(yield* turn("two", NOW + 10), 0)
        for (const of of others) assert.isAbove(yield* turn("two", NOW + 10, of), 0)
      })
    )

    test(
      "goes to a refused caller before it goes to the same holder again",
      Effect.gen(function* () {
        yield* turn("one", NOW)
        yield* turn("two", NOW + 10)
        yield* endTurn("one", NOW + 20)
        assert.isAbove(yield* turn("one", NOW + 20 + PAUSE), 0)
        assert.strictEqual(yield* turn("two", NOW + 20 + PAUSE), 0)
      })
    )

    test(
      "goes to the caller that was refused during the pause before it, however long that is",
      Effect.gen(function* () {
        const of = { pauseMillis: 5_000 }
        yield* turn("one", NOW)
        yield* endTurn("one", NOW, of.pauseMillis)
        yield* turn("two", NOW + 10, of)
        assert.isAbove(yield* turn("three", NOW + of.pauseMillis, of), 0)
        assert.strictEqual(yield* turn("two", NOW + of.pauseMillis, of), 0)
      })
    )

    test(
      "is not kept for a refused caller that does not return",
      Effect.gen(function* () {
        yield* turn("one", NOW)
        yield* turn("gone", NOW + 10)
        yield* endTurn("one", NOW + 20)
        assert.strictEqual(yield* turn("one", NOW + 20 + PAUSE + 2_000), 0)
        yield* turn("gone", NOW + 4_000)
        // It asked no more long before this turn ended.
        yield* endTurn("one", NOW + 9_000)
        assert.strictEqual(yield* turn("two", NOW + 9_000 + PAUSE), 0)
      })
    )

    test(
      "of a dead holder is free after its lease, and nobody else can end it",
      Effect.gen(function* () {
        yield* turn("dead", NOW)
        yield* endTurn("two", NOW + 1)
        assert.isAbove(yield* turn("two", NOW + LEASE - 1), 0)
        assert.strictEqual(yield* turn("two", NOW + LEASE), 0)
      })
    )

    test(
      "that its holder asks for again lasts from then on",
      Effect.gen(function* () {
        yield* turn("one", NOW)
        assert.strictEqual(yield* turn("one", NOW + LEASE - 1), 0)
        assert.isAbove(yield* turn("two", NOW + 2 * LEASE - 2), 0)
      })
    )

    test(
      "does not wait for times that a clock ahead wrote",
      Effect.gen(function* () {
        const tomorrow = NOW + 86_400_000
        yield* turn("one", tomorrow)
        assert.strictEqual(yield* turn("two", NOW), 0)
        yield* turn("one", tomorrow, { lane: "search" })
        yield* use((store) =>
          store.endTurn({ scope: "plugin/main", lane: "search", holder: "one", nowMillis: tomorrow }, PAUSE)
        )
        assert.strictEqual(yield* turn("two", NOW, { lane: "search" }), 0)
      })
    )

    test(
      "is not kept for a caller that was refused while the clock was ahead",
      Effect.gen(function* () {
        const tomorrow = NOW + 86_400_000
        yield* turn("one", tomorrow)
        yield* turn("gone", tomorrow + 10)
        yield* endTurn("one", tomorrow + 20)
        assert.strictEqual(yield* turn("two", NOW), 0)
      })
    )

    test(
      "waits for the pause of a turn that ended after it was asked for",
      Effect.gen(function* () {
        yield* turn("one", NOW)
        yield* endTurn("one", NOW + 40)
        assert.strictEqual(yield* turn("two", NOW + 20), PAUSE + 20)
      })
    )

    test(
      "is given to only one of many that ask at once",
      Effect.gen(function* () {
        const waits = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, n) => `${n}`),
          (holder) => turn(holder, NOW),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(waits.filter((wait) => wait === 0).length, 1)
      })
    )
  })
}
