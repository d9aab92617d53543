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
    [
      "an unreadable limit",
      { "x-ratelimit-limit": "lots", "x-ratelimit-remaining": "1", "x-ratelimit-reset": "1" },
      { remaining: 1, resetsAtMillis: NOW + 1_000 }
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
    ["999999999", 999999999],
    ["9".repeat(40), 2 ** 31],
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
    budget.withPlace(Effect.tap(budget.take, (wait) => (wait === 0 ? budget.observe(headers) : Effect.void)))

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
          Array.from({ length: 8 }, () => budget.withPlace(Effect.tap(budget.take, () => Effect.yieldNow))),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(waits, [0, 0, 0, 1, 1, 1, 1, 1])
      })
  )

  it.effect("gives back what ended without an answer", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(told(1, NOW + 60_000))
      const fiber = yield* Effect.forkChild(budget.withPlace(Effect.andThen(budget.take, Effect.never)))
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
              Effect.tap(budget.take, (first) => (first === 0 ? call(n) : Effect.void))
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
