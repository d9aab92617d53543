import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import { LIMIT, provider, quoteOf, run, runToEnd, slowStores, spent, test } from "../../tests/lookups.ts"
import { Refresh, Spend } from "./Spend.ts"

const anew = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Refresh, true)

const savedAnHourAgo = Effect.gen(function* () {
  const { send, sent } = provider()
  const saved = yield* runToEnd(run(quoteOf(), send))
  yield* TestClock.adjust("1 hour")
  return { send, sent, saved }
})

describe("a lookup that bypasses what was saved", () => {
  test(
    "asks and pays, and its answer is the saved one from then on",
    Effect.gen(function* () {
      const { send, sent } = yield* savedAnHourAgo
      const fresh = yield* runToEnd(anew(run(quoteOf(), send)))
      assert.deepStrictEqual([fresh.fromCache, fresh.credits?.charged, sent.count], [false, 2, 2])
      const after = yield* runToEnd(run(quoteOf(), send))
      assert.deepStrictEqual([after.fromCache, after.fetchedAt, sent.count], [true, fresh.fetchedAt, 2])
      assert.strictEqual(yield* spent, 4)
    })
  )

  test(
    "takes an answer that was bought since it began, so that two at once are one purchase",
    Effect.gen(function* () {
      const { send, sent } = yield* savedAnHourAgo
      const both = Effect.all([anew(run(quoteOf(), send)), anew(run(quoteOf(), send))], { concurrency: "unbounded" })
      const [one, other] = yield* runToEnd(both)
      assert.deepStrictEqual([one.fromCache, other.fromCache], [false, true])
      assert.strictEqual(sent.count, 2)
    })
  )

  it.effect("is not answered by a lookup in progress that only finds what was saved", () =>
    Effect.gen(function* () {
      const { send, sent, saved } = yield* savedAnHourAgo
      const spend = yield* Spend
      const began = yield* Clock.currentTimeMillis
      const plain = yield* Effect.forkChild(spend.run(quoteOf(), () => send, LIMIT))
      const fresh = yield* Effect.forkChild(anew(spend.run(quoteOf(), () => send, LIMIT)))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(plain)).fetchedAt, saved.fetchedAt)
      assert.isAtLeast(Date.parse((yield* Fiber.join(fresh)).fetchedAt), began)
      assert.strictEqual(sent.count, 2)
    }).pipe(Effect.provide(Layer.provideMerge(Spend.layer("run-1"), slowStores)))
  )
})
