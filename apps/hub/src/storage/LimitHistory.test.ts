/** The history of rate limits, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import { HISTORY_HOURS, LimitHistory, layer } from "./LimitHistory.ts"
import type { KnownLimit } from "./Limits.ts"

const { all } = backends()
const NOON = Date.UTC(2026, 10, 22, 12)
const MINUTE = 60_000

const limit = (remaining: number, more: Partial<KnownLimit> = {}) => ({
  account: "codehost/main",
  resource: "core",
  window: "hour",
  limit: 5_000,
  resetsAtMillis: NOON + 60 * MINUTE,
  ...more,
  remaining
})

/** Runs an effect at a given time. */
const at = <A, E, R>(millis: number, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.Clock, (system) =>
    Effect.provideService(effect, Clock.Clock, {
      currentTimeMillisUnsafe: () => millis,
      currentTimeMillis: Effect.succeed(millis),
      currentTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
      currentTimeNanos: Effect.succeed(BigInt(millis) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => system.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: system.monotonicTimeNanos,
      sleep: (duration) => system.sleep(duration)
    })
  )

describe.each(all)("$name: limits over time", ({ name, stores }) => {
  const test = <E>(title: string, body: Effect.Effect<void, E, LimitHistory | SqlClient.SqlClient>) =>
    it.live(title, () => Effect.provide(body, Layer.provideMerge(layer, stores())))

  test(
    "are kept of every account, also of more than one statement takes",
    Effect.gen(function* () {
      const history = yield* LimitHistory
      const limits = Array.from({ length: 150 }, (_, n) => limit(n, { account: `codehost/${n}` }))
      yield* at(NOON, history.note(limits))
      assert.strictEqual((yield* at(NOON, history.last(1))).series.length, 150)
    })
  )

  test(
    "are kept as the least of each five minutes, and read with gaps where nothing was known",
    Effect.gen(function* () {
      const history = yield* LimitHistory
      yield* at(NOON + MINUTE, history.note([limit(4_000), limit(30, { account: "codehost/other", limit: undefined })]))
      yield* at(NOON + 2 * MINUTE, history.note([limit(100)]))
      // A new window has started in the meantime.
      yield* at(NOON + 3 * MINUTE, history.note([limit(4_999)]))
      yield* at(NOON + 11 * MINUTE, history.note([limit(4_998)]))
      const { times, series } = yield* at(NOON + 11 * MINUTE, history.last(1))
      assert.deepStrictEqual([times.length, times.at(-1)], [12, NOON + 10 * MINUTE])
      const empty = Array.from({ length: 9 }, () => null)
      assert.deepStrictEqual(series, [
        {
          account: "codehost/main",
          resource: "core",
          window: "hour",
          remaining: [...empty, 100, null, 4_998],
          limit: [...empty, 5_000, null, 5_000]
        },
        {
          account: "codehost/other",
          resource: "core",
          window: "hour",
          remaining: [...empty, 30, null, null],
          limit: [...empty, null, null, null]
        }
      ])
    })
  )

  test(
    "are told apart by resource and window, and in one order, whichever was known first",
    Effect.gen(function* () {
      const history = yield* LimitHistory
      const core = { resource: "core", window: "hour" }
      const others = [
        { resource: "core", window: "minute" },
        { resource: "search", window: "hour" }
      ]
      yield* at(NOON, history.note(others.toReversed().map((other, index) => limit(index, other))))
      yield* at(NOON + 180 * MINUTE, history.note([core, ...others].map((one, index) => limit(10 + index, one))))
      const { series } = yield* at(NOON + 180 * MINUTE, history.last(24))
      assert.deepStrictEqual(
        series.map(({ resource, window, remaining }) => [
          resource,
          window,
          remaining.filter((value) => value !== null)
        ]),
        [
          ["core", "hour", [10]],
          ["core", "minute", [1, 11]],
          ["search", "hour", [0, 12]]
        ]
      )
    })
  )

  test(
    "are shown with the limit that was reported last, and the largest of a longer time",
    Effect.gen(function* () {
      const history = yield* LimitHistory
      const limitsOf = Effect.map(at(NOON + 6 * MINUTE, history.last(HISTORY_HOURS)), ({ series }) =>
        series[0]?.limit.filter((value) => value !== null)
      )
      yield* at(NOON, history.note([limit(1, { limit: undefined })]))
      yield* at(NOON + MINUTE, history.note([limit(1, { limit: 60 })]))
      assert.deepStrictEqual(yield* limitsOf, [60])
      yield* at(NOON + 6 * MINUTE, history.note([limit(1, { limit: 5_000 })]))
      assert.deepStrictEqual(yield* limitsOf, [5_000])
    })
  )

  test(
    "are one row an account, limit and five minutes, and longer times are read in as many spans as a day",
    Effect.gen(function* () {
      const history = yield* LimitHistory
      const sql = yield* SqlClient.SqlClient
      for (let minute = 0; minute < 60; minute++) {
        yield* at(
          NOON + minute * MINUTE,
          history.note(Array.from({ length: 3 }, (_, index) => limit(5_000 - minute, { account: `a/${index}` })))
        )
      }
      const [row] = yield* sql<{ readonly count: number }>`SELECT count(*) AS count FROM limit_history`
      assert.strictEqual(Number(row?.count), 36)
      const week = yield* at(NOON + 60 * MINUTE, history.last(HISTORY_HOURS))
      assert.strictEqual(week.times.length, 288)
      assert.strictEqual(Math.min(...(week.series[0]?.remaining ?? []).map((value) => value ?? Infinity)), 4_941)
    })
  )

  test(
    "go after a week, and what a wrong clock wrote is not shown",
    Effect.gen(function* () {
      const history = yield* LimitHistory
      yield* at(NOON + 30 * 24 * 60 * MINUTE, history.note([limit(1)]))
      yield* at(NOON + 5 * MINUTE, history.note([limit(1)]))
      yield* at(NOON, history.note([limit(2)]))
      const { series } = yield* at(NOON, history.last(HISTORY_HOURS))
      assert.deepStrictEqual(
        series[0]?.remaining.filter((value) => value !== null),
        [2]
      )
      yield* at(NOON + (HISTORY_HOURS + 1) * 60 * MINUTE, history.note([limit(3)]))
      yield* at(NOON + (HISTORY_HOURS + 1) * 60 * MINUTE, history.sweep)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly remaining: number }>`SELECT remaining FROM limit_history`
      assert.deepStrictEqual(rows, [{ remaining: 3 }])
    })
  )

  // On SQLite, nothing else happens in the program while a statement runs.
  it.live.skipIf(name !== "SQLite")("are read in parts, and other work gets its turn in between", () =>
    Effect.gen(function* () {
      const history = yield* LimitHistory
      let turns = 0
      const count = () => {
        turns++
        turn = setImmediate(count)
      }
      let turn = setImmediate(count)
      yield* history.last(HISTORY_HOURS)
      clearImmediate(turn)
      assert.isAtLeast(turns, 12)
    }).pipe(Effect.provide(Layer.provideMerge(layer, stores())))
  )
})
