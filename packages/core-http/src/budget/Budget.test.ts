import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"

import { NOW, rateLimitHeaders } from "../../tests/rate-limit-headers.ts"
import { StorageError } from "../errors/StorageError.ts"
import { make } from "./Budget.ts"
import * as BudgetStore from "./BudgetStore.ts"
import { orMemory } from "./fallback.ts"

describe("a budget", () => {
  const setUp = (concurrency = 10) => Effect.as(TestClock.setTime(NOW), make({ concurrency }))

  /** A request that is answered at once with these headers. */
  const request = (budget: ReturnType<typeof make>, headers: Record<string, string> = {}) =>
    budget.withPlace(Effect.tap(budget.take(), (wait) => (wait === 0 ? budget.observe(headers) : Effect.void)))

  it.effect("lets every call through until it knows a limit", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      assert.isUndefined(budget.current())
      for (let n = 0; n < 30; n++) assert.strictEqual(yield* request(budget), 0)
    })
  )

  it.effect("sends nothing in an exhausted window, and resumes when it ends", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(rateLimitHeaders(0, NOW + 90_500))
      assert.strictEqual(yield* request(budget), 91)
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* request(budget), 1)
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(yield* request(budget), 0)
      assert.isUndefined(budget.current())
    })
  )

  it.effect("keeps a place of a resource for a call that may take hours", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOW)
      const store = BudgetStore.makeMemory()
      const [one, other] = [0, 1].map(() =>
        make({ concurrency: 1, limits: () => ({ places: 1 }) }).keptIn(store, "account")
      )
      if (one === undefined || other === undefined) return assert.fail()
      const sent = Effect.andThen(one.take(), Effect.never)
      yield* Effect.forkChild(one.withPlace(sent, undefined, NOW + 7_200_000), { startImmediately: true })
      assert.strictEqual(yield* other.withPlace(other.take()), 1)
    })
  )

  it.effect("gives back what was reserved while its call was interrupted", () =>
    Effect.gen(function* () {
      const store = BudgetStore.makeMemory()
      const settled: Array<string | undefined> = []
      const slow: BudgetStore.BudgetStore<never> = {
        ...store,
        reserve: (reservation) => Effect.delay(store.reserve(reservation), "1 second"),
        settle: (settlement) =>
          Effect.andThen(
            Effect.sync(() => settled.push(settlement.id)),
            store.settle(settlement)
          )
      }
      const budget = (yield* setUp()).keptIn(slow, "account")
      const waiting = yield* Effect.forkChild(budget.withPlace(budget.take()), { startImmediately: true })
      const interrupting = yield* Effect.forkChild(Fiber.interrupt(waiting), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(interrupting)
      assert.deepStrictEqual(
        settled.map((id) => typeof id),
        ["string"]
      )
    })
  )

  it.effect("settles each request once, and shares this process's places between the clients of an account", () =>
    Effect.gen(function* () {
      const store = BudgetStore.makeMemory()
      let settled = 0
      const counting: BudgetStore.BudgetStore<never> = {
        ...store,
        settle: (settlement) =>
          Effect.andThen(
            Effect.sync(() => settled++),
            store.settle(settlement)
          )
      }
      const budget = yield* setUp(1)
      const [one, other] = [budget.keptIn(counting, "account"), budget.keptIn(counting, "account")]
      yield* request(one)
      assert.strictEqual(settled, 1)
      const waiting = yield* Effect.forkChild(one.withPlace(Effect.never), { startImmediately: true })
      const next = yield* Effect.forkChild(request(other), { startImmediately: true })
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      assert.isUndefined(next.pollUnsafe())
      yield* Fiber.interrupt(waiting)
      yield* Fiber.join(next)
    })
  )

  it.effect("goes on without its store if that fails, and the log says so once, however many accounts there are", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const store: BudgetStore.BudgetStore = {
        ...BudgetStore.makeMemory(),
        reserve: () => Effect.fail(new StorageError({ operation: "budget.reserve", cause: new Error("disk full") }))
      }
      yield* Effect.forEach(["one", "other"], (account) =>
        Effect.flatMap(setUp(), (budget) => budget.keptIn(orMemory(store), account).take())
      ).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])))
      assert.lengthOf(lines, 1)
      assert.match(lines[0] ?? "", /not shared with other programs .*disk full/)
    })
  )

  it.effect("uses the lowest figure of a window, whatever the order of the responses", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      for (const remaining of [7, 5, 6, 8]) yield* budget.observe(rateLimitHeaders(remaining, NOW + 60_000))
      assert.deepStrictEqual(budget.current(), { limit: 10, remaining: 5, resetsAtMillis: NOW + 60_000 })
    })
  )

  it.effect("uses a new window's figure and ignores a late response of the old one", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(rateLimitHeaders(1, NOW + 10_000))
      yield* budget.observe(rateLimitHeaders(9, NOW + 70_000))
      assert.strictEqual(budget.current()?.remaining, 9)
      yield* budget.observe(rateLimitHeaders(0, NOW + 10_000))
      assert.strictEqual(budget.current()?.remaining, 9)
      yield* TestClock.adjust("70 seconds")
      yield* budget.observe(rateLimitHeaders(0, NOW + 70_000))
      assert.strictEqual(yield* request(budget), 0)
    })
  )

  it.effect("distinguishes a window of one second from the next", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(rateLimitHeaders(0, NOW + 1_000))
      yield* TestClock.adjust("1 second")
      yield* budget.observe(rateLimitHeaders(4, NOW + 2_000))
      assert.strictEqual(budget.current()?.remaining, 4)
    })
  )

  it.effect("keeps its figures if a response has none", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(rateLimitHeaders(5, NOW + 60_000))
      yield* budget.observe({})
      assert.strictEqual(budget.current()?.remaining, 5)
    })
  )

  it.effect("counts calls in progress: parallel calls stay within the limit, and the others are told to wait", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(rateLimitHeaders(3, NOW + 60_000))
      const waits = yield* Effect.all(
        Array.from({ length: 8 }, () => budget.withPlace(Effect.tap(budget.take(), () => Effect.yieldNow))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(waits, [0, 0, 0, 1, 1, 1, 1, 1])
    })
  )

  it.effect("gives back the reservation of a call that got no response", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(rateLimitHeaders(1, NOW + 60_000))
      const fiber = yield* Effect.forkChild(budget.withPlace(Effect.andThen(budget.take(), Effect.never)))
      yield* Effect.yieldNow
      assert.strictEqual(yield* request(budget), 1)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* request(budget), 0)
    })
  )

  it.effect("never has more calls in progress than places", () =>
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

  it.effect("recognises a window if the clock is behind, however long the responses took", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const behind = (remaining: number, took: number) => ({
        ...rateLimitHeaders(remaining, NOW - 400_000),
        date: new Date(NOW - 420_000 - took).toUTCString()
      })
      yield* budget.observe(behind(5, 0))
      yield* budget.observe(behind(7, 9_000))
      assert.strictEqual(budget.current()?.remaining, 5)
    })
  )

  it.effect("never exceeds the provider's limit over 10,000 calls with responses out of order", () =>
    Effect.gen(function* () {
      const LIMIT = 50
      const WINDOW = 10_000
      const budget = yield* setUp(10)
      const counts = new Map<number, number>()
      let calls = 0
      const call = Effect.fnUntraced(function* (n: number) {
        const window = Math.floor((yield* Clock.currentTimeMillis) / WINDOW)
        const count = (counts.get(window) ?? 0) + 1
        counts.set(window, count)
        calls++
        yield* Effect.sleep(5 + ((n * 37) % 90))
        yield* budget.observe(rateLimitHeaders(Math.max(0, LIMIT - count), (window + 1) * WINDOW, LIMIT))
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
      assert.strictEqual(calls, 10_000)
      assert.isAtMost(Math.max(...counts.values()), LIMIT)
      // It does not waste the limit either: nearly every window is used up.
      assert.isAtLeast(10_000 / counts.size, LIMIT * 0.95)
    })
  )
})

describe("the resources of a budget", () => {
  const setUp = (concurrency = 10) => Effect.as(TestClock.setTime(NOW), make({ concurrency }))

  it.effect("do not hold each other", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(rateLimitHeaders(0, NOW + 60_000), "search")
      assert.deepStrictEqual(
        [yield* budget.take("search"), yield* budget.take(), yield* budget.take("graphql")],
        [60, 0, 0]
      )
      yield* budget.hold(30, "graphql")
      assert.deepStrictEqual([yield* budget.take("graphql"), yield* budget.take()], [30, 0])
    })
  )

  it.effect("are counted separately while calls are in progress", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* budget.observe(rateLimitHeaders(1, NOW + 60_000), "search")
      yield* budget.observe(rateLimitHeaders(1, NOW + 60_000), "core")
      const ask = (resource: string) => budget.withPlace(Effect.tap(budget.take(resource), () => Effect.yieldNow))
      assert.deepStrictEqual(
        yield* Effect.all([ask("search"), ask("core"), ask("search"), ask("core")], { concurrency: "unbounded" }),
        [0, 0, 1, 1]
      )
      assert.deepStrictEqual([yield* ask("search"), yield* ask("core")], [0, 0])
    })
  )

  it.effect("are named by the response if the plugin reads names", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const about = (resource: string) => ({ ...rateLimitHeaders(0, NOW + 60_000), "x-ratelimit-resource": resource })
      yield* budget.observe(about("search"))
      assert.deepStrictEqual(Object.keys(budget.all()), ["core"])
      yield* budget.observe(about("code_search"), "search")
      assert.deepStrictEqual(Object.keys(budget.all()), ["core", "code_search"])
      assert.deepStrictEqual(budget.current("code_search"), budget.all()["code_search"])
      assert.isUndefined(budget.current("search"))
    })
  )

  it.effect("are free again after a response that names another", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOW)
      const budget = make({ concurrency: 10, limits: () => ({ places: 1 }) })
      const headers = { ...rateLimitHeaders(5, NOW + 60_000), "x-ratelimit-resource": "code_search" }
      const ask = budget.withPlace(
        Effect.tap(budget.take("search"), () => budget.observe(headers, "search")),
        "search"
      )
      assert.deepStrictEqual([yield* ask, yield* ask], [0, 0])
      assert.strictEqual(budget.current("code_search")?.remaining, 5)
    })
  )

  it.effect("cannot grow without limit, whatever responses say", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const names = ["", "a b", "x".repeat(41), "__proto__", ...Array.from({ length: 1000 }, (_, n) => `r${n}`)]
      for (const name of names) {
        yield* budget.observe({ ...rateLimitHeaders(3, NOW + 60_000), "x-ratelimit-resource": name }, "search")
      }
      yield* budget.observe({ ...rateLimitHeaders(2, NOW + 60_000), "x-ratelimit-resource": "r0" }, "search")
      const all = budget.all()
      assert.isAtMost(Object.keys(all).length, 33)
      assert.doesNotHaveAnyKeys(all, ["", "a b", "x".repeat(41)])
      assert.strictEqual(all["r0"]?.remaining, 2)
      assert.strictEqual(all["search"]?.remaining, 3)
      assert.strictEqual(Object.getPrototypeOf(all), Object.prototype)
    })
  )
})
