import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { NOW, rateLimitHeaders } from "../../tests/rate-limit-headers.ts"
import { make } from "./Budget.ts"
import * as BudgetStore from "./BudgetStore.ts"

describe("a hold", () => {
  const setUp = Effect.as(TestClock.setTime(NOW), make({ concurrency: 10 }))

  it.effect("of the account holds every resource, then ends", () =>
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

  it.effect("is not shortened by a later, shorter hold or by a late response", () =>
    Effect.gen(function* () {
      const budget = yield* setUp
      for (const resource of [undefined, "search"]) {
        yield* budget.hold(60, resource)
        yield* budget.hold(5, resource)
      }
      yield* budget.observe(rateLimitHeaders(9, NOW + 30_000), "search")
      assert.strictEqual(yield* budget.take("search"), 60)
    })
  )

  it.effect("never stops an account for good, whatever the provider says", () =>
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

  /** Sends a request in a lane that takes this long, and records when it began and ended. */
  const sending = (budget: ReturnType<typeof make>, spans: Array<readonly [number, number]>, takes: number) =>
    budget.withPlace(
      Effect.gen(function* () {
        if ((yield* budget.take()) > 0) return
        const began = yield* Clock.currentTimeMillis
        yield* Effect.sleep(takes)
        spans.push([began, yield* Clock.currentTimeMillis])
      })
    )

  it.effect("runs one call at a time, in order, with a pause between them", () =>
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

  it.effect("takes no place from other calls while its own calls wait", () =>
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

  it.effect("pauses after an interrupted call, but not after one that sent nothing", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      const spans: Array<readonly [number, number]> = []
      const waiting = yield* Effect.forkChild(budget.withLane("write", sending(budget, spans, 10_000)))
      const next = yield* Effect.forkChild(budget.withLane("write", sending(budget, spans, 10)))
      yield* TestClock.adjust("200 millis")
      yield* Fiber.interrupt(waiting)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(next)
      assert.deepStrictEqual(spans, [[NOW + 1_200, NOW + 1_210]])
      yield* budget.hold(60)
      yield* budget.withLane("write", sending(budget, spans, 10))
      yield* budget.withLane("write", sending(budget, spans, 10))
      assert.strictEqual(yield* Clock.currentTimeMillis, NOW + 5_200)
    })
  )

  it.effect("drops a caller that gives up, and tells a new caller its minimum wait", () =>
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

  it.effect("lets a caller give up while another process has the turn", () =>
    Effect.gen(function* () {
      const store = BudgetStore.makeMemory()
      const [one, other] = [(yield* setUp()).keptIn(store, "account"), (yield* setUp()).keptIn(store, "account")]
      const holder = yield* Effect.forkChild(one.withLane("write", Effect.asVoid(one.take())), {
        startImmediately: true
      })
      yield* Fiber.join(holder)
      const waiting = yield* Effect.forkChild(other.withLane("write", Effect.void), { startImmediately: true })
      const interrupting = yield* Effect.forkChild(Fiber.interrupt(waiting), { startImmediately: true })
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      assert.isDefined(interrupting.pollUnsafe())
    })
  )

  it.effect("does not wait for a pause that began while the clock was ahead", () =>
    Effect.gen(function* () {
      const budget = yield* setUp()
      yield* TestClock.setTime(NOW + 86_400_000)
      yield* budget.withLane("write", Effect.asVoid(budget.take()))
      assert.strictEqual(yield* budget.laneWaitMillis("write"), PAUSE)
      yield* TestClock.setTime(NOW)
      assert.strictEqual(yield* budget.laneWaitMillis("write"), 0)
    })
  )

  it.effect("without options has no pause, but still runs one call at a time", () =>
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
