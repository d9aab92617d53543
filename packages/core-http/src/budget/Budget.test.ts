import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { make, readRateLimit, readRetryAfter } from "./Budget.ts"

const NOW = Date.UTC(2026, 2, 10, 12)
const seconds = (millis: number) => String(millis / 1000)

const told = (remaining: number, resetsAtMillis: number, limit = 10) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": seconds(resetsAtMillis)
})

describe("rate-limit headers", () => {
  it.each<readonly [string, Record<string, string>, ReturnType<typeof readRateLimit>]>([
    ["none", { date: "x" }, undefined],
    [
      "x-ratelimit-*, Unix time in seconds",
      told(3, NOW + 60_000),
      { limit: 10, remaining: 3, resetsAtMillis: NOW + 60_000 }
    ],
    [
      "ratelimit-*, seconds from now",
      { "ratelimit-remaining": "0", "ratelimit-reset": "30" },
      { remaining: 0, resetsAtMillis: NOW + 30_000 }
    ],
    [
      "Unix time in milliseconds",
      { "x-ratelimit-remaining": "1", "x-ratelimit-reset": String(NOW + 5_000) },
      { remaining: 1, resetsAtMillis: NOW + 5_000 }
    ],
    [
      "fractions",
      { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "0.5" },
      { remaining: 1, resetsAtMillis: NOW + 500 }
    ],
    ["a reset decades ahead", told(0, NOW + 1e12), { limit: 10, remaining: 0, resetsAtMillis: NOW + 3_600_000 }],
    [
      "a reset beside a date of 1990",
      { ...told(0, NOW + 60_000), date: "Mon, 01 Jan 1990 00:00:00 GMT" },
      { limit: 10, remaining: 0, resetsAtMillis: NOW + 3_600_000 }
    ],
    [
      "an unreadable limit",
      { "x-ratelimit-limit": "lots", "x-ratelimit-remaining": "1", "x-ratelimit-reset": "1" },
      { remaining: 1, resetsAtMillis: NOW + 1_000 }
    ],
    [
      "a moment told by a clock that is seven minutes behind",
      { ...told(1, NOW - 360_000), date: new Date(NOW - 420_000).toUTCString() },
      { limit: 10, remaining: 1, resetsAtMillis: NOW + 60_000 }
    ],
    [
      "an answer that was some seconds on its way",
      { ...told(1, NOW + 60_000), date: new Date(NOW - 5_000).toUTCString() },
      { limit: 10, remaining: 1, resetsAtMillis: NOW + 60_000 }
    ],
    [
      "seconds from now, whatever the clock",
      { "ratelimit-remaining": "1", "ratelimit-reset": "60", date: new Date(NOW - 420_000).toUTCString() },
      { remaining: 1, resetsAtMillis: NOW + 60_000 }
    ],
    [
      "a date that is none",
      { ...told(1, NOW + 60_000), date: "yesterday" },
      { limit: 10, remaining: 1, resetsAtMillis: NOW + 60_000 }
    ],
    ["no reset", { "x-ratelimit-remaining": "1" }, undefined],
    ["no remaining", { "x-ratelimit-reset": "1" }, undefined],
    ["empty", { "x-ratelimit-remaining": "", "x-ratelimit-reset": "1" }, undefined],
    ["negative", { "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "1" }, undefined],
    ["not a number", { "x-ratelimit-remaining": "NaN", "x-ratelimit-reset": "1" }, undefined],
    ["infinite", { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "Infinity" }, undefined],
    ["hexadecimal", { "x-ratelimit-remaining": "0x10", "x-ratelimit-reset": "1" }, undefined]
  ])("%s", (_, headers, expected) => {
    assert.deepStrictEqual(readRateLimit(headers, NOW), expected)
  })
})

describe("Retry-After", () => {
  it.each<readonly [string | undefined, number | undefined]>([
    [undefined, undefined],
    ["", undefined],
    ["0", 0],
    ["7", 7],
    [" 7 ", 7],
    ["1.5", 1.5],
    ["999999999", 86_400],
    ["9".repeat(40), 86_400],
    ["999999999999999.5", 86_400],
    ["Fri, 01 Jan 2500 00:00:00 GMT", 86_400],
    ["Tue, 10 Mar 2026 12:00:30 GMT", 30],
    ["Tuesday, 10-Mar-26 12:00:30 GMT", 30],
    ["Tue, 10 Mar 2026 11:59:00 GMT", 0],
    ["-5", undefined],
    ["1e3", undefined],
    ["soon", undefined],
    ["in 5 minutes", undefined]
  ])("%o is %o seconds", (value, expected) => {
    assert.strictEqual(readRetryAfter(value, NOW), expected)
  })
})

describe("a budget", () => {
  const setUp = (concurrency = 10) => Effect.as(TestClock.setTime(NOW), make({ concurrency }))

  /** A request that is answered at once with these headers. */
  const request = (budget: ReturnType<typeof make>, headers: Record<string, string> = {}) =>
    budget.withPlace(Effect.tap(budget.take(), (wait) => (wait === 0 ? budget.observe(headers) : Effect.void)))

  it.effect("lets everything go until it knows better", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      assert.isUndefined(budget.current())
      for (let n = 0; n < 30; n++) assert.strictEqual(yield* request(budget), 0)
    })
  )

  it.effect("sends nothing in an exhausted window, and again when it is over", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(told(0, NOW + 90_500))
      assert.strictEqual(yield* request(budget), 91)
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* request(budget), 1)
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(yield* request(budget), 0)
      assert.isUndefined(budget.current())
    })
  )

  it.effect("believes the lowest figure of a window, whatever the order of the answers", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      for (const remaining of [7, 5, 6, 8]) yield* budget.observe(told(remaining, NOW + 60_000))
      assert.deepStrictEqual(budget.current(), { limit: 10, remaining: 5, resetsAtMillis: NOW + 60_000 })
    })
  )

  it.effect("takes a new window's figure, and ignores a late answer of the old one", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(told(1, NOW + 10_000))
      yield* budget.observe(told(9, NOW + 70_000))
      assert.strictEqual(budget.current()?.remaining, 9)
      yield* budget.observe(told(0, NOW + 10_000))
      assert.strictEqual(budget.current()?.remaining, 9)
      yield* TestClock.adjust("70 seconds")
      yield* budget.observe(told(0, NOW + 70_000))
      assert.strictEqual(yield* request(budget), 0)
    })
  )

  it.effect("knows a window of one second from the next", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(told(0, NOW + 1_000))
      yield* TestClock.adjust("1 second")
      yield* budget.observe(told(4, NOW + 2_000))
      assert.strictEqual(budget.current()?.remaining, 4)
    })
  )

  it.effect("keeps what it knows when an answer says nothing", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(told(5, NOW + 60_000))
      yield* budget.observe({})
      assert.strictEqual(budget.current()?.remaining, 5)
    })
  )

  it.effect(
    "counts what is under way: parallel calls do not pass the limit, and the rest is told to wait a moment",
    () =>
      Effect.gen(function* () {
        const budget = yield* setUp()
        yield* budget.observe(told(3, NOW + 60_000))
        const waits = yield* Effect.all(
          Array.from({ length: 8 }, () => budget.withPlace(Effect.tap(budget.take(), () => Effect.yieldNow))),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(waits, [0, 0, 0, 1, 1, 1, 1, 1])
      })
  )

  it.effect("gives back what ended without an answer", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(told(1, NOW + 60_000))
      const fiber = yield* Effect.forkChild(budget.withPlace(Effect.andThen(budget.take(), Effect.never)))
      yield* Effect.yieldNow
      assert.strictEqual(yield* request(budget), 1)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* request(budget), 0)
    })
  )

  it.effect("never has more under way than it has places", () =>
    Effect.gen(function* () {
      const budget = yield* setUp(3)
      let running = 0
      let most = 0
      const work = Effect.gen(function* () {
        most = Math.max(most, ++running)
        yield* Effect.sleep("1 second")
        running--
      })
      const fiber = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 10 }, () => budget.withPlace(work)),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.join(fiber)
      assert.strictEqual(most, 3)
    })
  )

  it.effect("knows a window again by a clock that is behind, however long the answers took", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const behind = (remaining: number, took: number) => ({
        ...told(remaining, NOW - 400_000),
        date: new Date(NOW - 420_000 - took).toUTCString()
      })
      yield* budget.observe(behind(5, 0))
      yield* budget.observe(behind(7, 9_000))
      assert.strictEqual(budget.current()?.remaining, 5)
    })
  )

  it.effect("never passes a provider's limit over 10,000 calls, answers out of order", () =>
    Effect.gen(function* () {
      const LIMIT = 50
      const WINDOW = 10_000
      const budget = yield* setUp(10)
      const counts = new Map<number, number>()
      let sent = 0
      const call = Effect.fnUntraced(function* (n: number) {
        const window = Math.floor((yield* Clock.currentTimeMillis) / WINDOW)
        const used = (counts.get(window) ?? 0) + 1
        counts.set(window, used)
        sent++
        yield* Effect.sleep(5 + ((n * 37) % 90))
        yield* budget.observe(told(Math.max(0, LIMIT - used), (window + 1) * WINDOW, LIMIT))
      })
      const untilSent = (n: number) =>
        Effect.gen(function* () {
          for (;;) {
            const wait = yield* budget.withPlace(
              Effect.tap(budget.take(), (first) => (first === 0 ? call(n) : Effect.void))
            )
            if (wait === 0) return
            yield* Effect.sleep(wait * 1000)
          }
        })
      const fiber = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 10_000 }, (_, n) => n),
          untilSent,
          { concurrency: 20, discard: true }
        )
      )
      yield* TestClock.adjust("1 hour")
      yield* Fiber.join(fiber)
      assert.strictEqual(sent, 10_000)
      assert.isAtMost(Math.max(...counts.values()), LIMIT)
      // And it does not give the limit away either: nearly every window is used up.
      assert.isAtLeast(10_000 / counts.size, LIMIT * 0.95)
    })
  )
})

describe("the resources of a budget", () => {
  const setUp = (concurrency = 10) => Effect.as(TestClock.setTime(NOW), make({ concurrency }))

  it.effect("do not hold each other", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(told(0, NOW + 60_000), "search")
      assert.deepStrictEqual(
        [yield* budget.take("search"), yield* budget.take(), yield* budget.take("graphql")],
        [60, 0, 0]
      )
      yield* budget.hold(30, "graphql")
      assert.deepStrictEqual([yield* budget.take("graphql"), yield* budget.take()], [30, 0])
    })
  )

  it.effect("are each counted by themselves while they are under way", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(told(1, NOW + 60_000), "search")
      yield* budget.observe(told(1, NOW + 60_000), "core")
      const ask = (resource: string) => budget.withPlace(Effect.tap(budget.take(resource), () => Effect.yieldNow))
      assert.deepStrictEqual(
        yield* Effect.all([ask("search"), ask("core"), ask("search"), ask("core")], { concurrency: "unbounded" }),
        [0, 0, 1, 1]
      )
      assert.deepStrictEqual([yield* ask("search"), yield* ask("core")], [0, 0])
    })
  )

  it.effect("are named by the answer, where the plugin names any", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const about = (resource: string) => ({ ...told(0, NOW + 60_000), "x-ratelimit-resource": resource })
      yield* budget.observe(about("search"))
      assert.deepStrictEqual(Object.keys(budget.all()), ["core"])
      yield* budget.observe(about("code_search"), "search")
      assert.deepStrictEqual(Object.keys(budget.all()), ["core", "code_search"])
      assert.deepStrictEqual(budget.current("code_search"), budget.all()["code_search"])
      assert.isUndefined(budget.current("search"))
    })
  )

  it.effect("cannot be made without end by what answers say", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const names = ["", "a b", "x".repeat(41), "__proto__", ...Array.from({ length: 1000 }, (_, n) => `r${n}`)]
      for (const name of names) {
        yield* budget.observe({ ...told(3, NOW + 60_000), "x-ratelimit-resource": name }, "search")
      }
      const all = budget.all()
      assert.isAtMost(Object.keys(all).length, 33)
      assert.strictEqual(all["search"]?.remaining, 3)
      assert.strictEqual(Object.getPrototypeOf(all), Object.prototype)
    })
  )
})

describe("a hold", () => {
  const setUp = Effect.as(TestClock.setTime(NOW), make({ concurrency: 10 }))

  it.effect("of the account holds every resource, and ends", () =>
    Effect.gen(function* () {
      const budget = yield* setUp
      yield* budget.hold(60)
      assert.deepStrictEqual([yield* budget.take(), yield* budget.take("search")], [60, 60])
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* budget.take("search"), 1)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([yield* budget.take(), yield* budget.take("search")], [0, 0])
    })
  )

  it.effect("is not shortened by a later, shorter one, nor by an answer that came late", () =>
    Effect.gen(function* () {
      const budget = yield* setUp
      for (const resource of [undefined, "search"]) {
        yield* budget.hold(60, resource)
        yield* budget.hold(5, resource)
      }
      yield* budget.observe(told(9, NOW + 30_000), "search")
      assert.strictEqual(yield* budget.take("search"), 60)
    })
  )

  it.effect("does not stop an account for good, whatever a provider says", () =>
    Effect.gen(function* () {
      const budget = yield* setUp
      yield* budget.hold(2 ** 31)
      assert.strictEqual(yield* budget.take(), 3600)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* budget.take(), 0)
    })
  )
})

describe("a lane", () => {
  const PAUSE = 1_000
  const setUp = (concurrency = 10) =>
    Effect.as(TestClock.setTime(NOW), make({ concurrency, lanes: { write: { pauseMillis: PAUSE } } }))

  /** Something that is sent in a lane and takes so long; notes when it began and ended. */
  const sending = (budget: ReturnType<typeof make>, spans: Array<readonly [number, number]>, takes: number) =>
    budget.withPlace(
      Effect.gen(function* () {
        if ((yield* budget.take()) > 0) return
        const began = yield* Clock.currentTimeMillis
        yield* Effect.sleep(takes)
        spans.push([began, yield* Clock.currentTimeMillis])
      })
    )

  it.effect("lets one call go at a time, in order, a pause after the last one's end", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const spans: Array<readonly [number, number]> = []
      const takes = [300, 5, 2_000, 70]
      const fiber = yield* Effect.forkChild(
        Effect.forEach(takes, (each) => budget.withLane("write", sending(budget, spans, each)), {
          concurrency: "unbounded"
        })
      )
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(spans, [
        [NOW, NOW + 300],
        [NOW + 1_300, NOW + 1_305],
        [NOW + 2_305, NOW + 4_305],
        [NOW + 5_305, NOW + 5_375]
      ])
    })
  )

  it.effect("keeps no place from others while its calls wait", () =>
    Effect.gen(function* () {
      const budget = yield* setUp(2)
      const spans: Array<readonly [number, number]> = []
      const writes = yield* Effect.forkChild(
        Effect.forEach([500, 500, 500, 500], (each) => budget.withLane("write", sending(budget, [], each)), {
          concurrency: "unbounded"
        })
      )
      const reads = yield* Effect.forkChild(
        Effect.forEach([100, 100, 100], (each) => sending(budget, spans, each), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("300 millis")
      yield* Fiber.join(reads)
      assert.deepStrictEqual(
        spans.map(([began]) => began),
        [NOW, NOW + 100, NOW + 200]
      )
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(writes)
    })
  )

  it.effect("rests after an interrupted call as after any, and not after one that sent nothing", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const spans: Array<readonly [number, number]> = []
      const lost = yield* Effect.forkChild(budget.withLane("write", sending(budget, spans, 10_000)))
      const next = yield* Effect.forkChild(budget.withLane("write", sending(budget, spans, 10)))
      yield* TestClock.adjust("200 millis")
      yield* Fiber.interrupt(lost)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(next)
      assert.deepStrictEqual(spans, [[NOW + 1_200, NOW + 1_210]])
      yield* budget.hold(60)
      yield* budget.withLane("write", sending(budget, spans, 10))
      yield* budget.withLane("write", sending(budget, spans, 10))
      assert.strictEqual(yield* Clock.currentTimeMillis, NOW + 5_200)
    })
  )

  it.effect("is left by one who gives up waiting, and says what a newcomer waits at least", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      assert.strictEqual(yield* budget.laneWaitMillis("write"), 0)
      const first = yield* Effect.forkChild(budget.withLane("write", sending(budget, [], 100)))
      const waiting = yield* Effect.forkChild(budget.withLane("write", Effect.never))
      yield* TestClock.adjust("50 millis")
      assert.strictEqual(yield* budget.laneWaitMillis("write"), 2 * PAUSE)
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(yield* budget.laneWaitMillis("write"), PAUSE)
      yield* TestClock.adjust("50 millis")
      yield* Fiber.join(first)
      assert.strictEqual(yield* budget.laneWaitMillis("write"), PAUSE)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* budget.laneWaitMillis("write"), 0)
    })
  )

  it.effect("that was not given has no pause, and still one call at a time", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const spans: Array<readonly [number, number]> = []
      const fiber = yield* Effect.forkChild(
        Effect.forEach([100, 100], (each) => budget.withLane("other", sending(budget, spans, each)), {
          concurrency: "unbounded"
        })
      )
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(spans, [
        [NOW, NOW + 100],
        [NOW + 100, NOW + 200]
      ])
    })
  )
})
