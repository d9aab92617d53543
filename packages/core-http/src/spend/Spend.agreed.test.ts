import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { guardOf, provider, quoteOf, run, runToEnd, spent, test } from "../../tests/lookups.ts"
import { MaxCredits, Refresh, Spend } from "./Spend.ts"

const atMost =
  (credits: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, MaxCredits, credits)

describe("a lookup with an agreed price", () => {
  test(
    "is bought up to that price, and refused above it before anything is reserved or sent",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const refused = yield* Effect.flip(atMost(1.5)(run(quoteOf({ estimate: 2 }), send)))
      assert.deepStrictEqual(
        [guardOf(refused), refused.reason.what, refused.reason.nothing, refused.reason.remedy],
        [
          "price",
          "This would cost up to 2 credits, and the agreed limit is 1.5 credits.",
          "sent",
          { to: "agreeToPrice" }
        ]
      )
      assert.deepStrictEqual([sent.count, yield* spent], [0, 0])
      const bought = yield* runToEnd(atMost(2)(run(quoteOf({ estimate: 2 }), send)))
      assert.deepStrictEqual([bought.fromCache, sent.count, yield* spent], [false, 1, 2])
    })
  )

  test(
    "is not bought if its price is unknown",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const refused = yield* Effect.flip(atMost(1_000)(run(quoteOf({ estimate: null }), send)))
      assert.deepStrictEqual(
        [guardOf(refused), refused.reason.what],
        ["price", "The price of this call is unknown, and the agreed limit is 1000 credits."]
      )
      assert.strictEqual(sent.count, 0)
    })
  )

  test(
    "has what was saved, whatever it would cost by now",
    Effect.gen(function* () {
      const { send, sent } = provider()
      yield* runToEnd(run(quoteOf({ estimate: 2 }), send))
      const again = yield* atMost(2)(run(quoteOf({ estimate: 20 }), send))
      assert.deepStrictEqual([again.fromCache, sent.count], [true, 1])
    })
  )

  test(
    "does not get an older answer in place of the newer one that costs too much",
    Effect.gen(function* () {
      const { send, sent } = provider()
      yield* runToEnd(run(quoteOf({ estimate: 2 }), send))
      yield* TestClock.adjust("1 hour")
      const anew = Effect.provideService(run(quoteOf({ estimate: 20 }), send), Refresh, true)
      assert.strictEqual(guardOf(yield* Effect.flip(atMost(2)(anew))), "price")
      assert.strictEqual(sent.count, 1)
    })
  )

  test(
    "is sent if its price is 0",
    Effect.gen(function* () {
      const { send, sent } = provider()
      yield* runToEnd(atMost(0)(run(quoteOf({ estimate: 0 }), send)))
      assert.strictEqual(sent.count, 1)
    })
  )
})

describe("a lookup for which no payment was agreed", () => {
  const savedOnly = atMost(0)

  test(
    "has what was saved, and sends and reserves nothing without it",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const saved = yield* runToEnd(run(quoteOf(), send))
      const spend = yield* Spend
      const again = yield* savedOnly(spend.cachedAnswer(quoteOf()))
      assert.strictEqual(again?.fetchedAt, saved.fetchedAt)
      yield* TestClock.adjust("31 days")
      assert.isUndefined(yield* savedOnly(spend.cachedAnswer(quoteOf())))
      assert.strictEqual(guardOf(yield* Effect.flip(savedOnly(run(quoteOf(), send)))), "price")
      assert.deepStrictEqual([sent.count, yield* spent], [1, 0])
    })
  )

  test(
    "has the answer of a lookup that somebody else has begun",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: true, keys: ["a", "b"] })
      const both = (keys: ReadonlyArray<string>) =>
        runToEnd(
          Effect.all([run(quoteOf({ keys: ["a", "b"] }), send), savedOnly(run(quoteOf({ keys }), send))], {
            concurrency: "unbounded"
          })
        )
      const [bought, same] = yield* both(["a", "b"])
      assert.deepStrictEqual([bought.fromCache, same.fromCache, same.credits?.charged], [false, true, 0])
      yield* TestClock.adjust("31 days")
      const [, ofOne] = yield* both(["b"])
      assert.deepStrictEqual([ofOne.fromCache, sent.count], [true, 2])
    })
  )

  test(
    "is not bought either if that lookup ends without an answer for it",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: false })
      const other = yield* Effect.forkChild(run(quoteOf({ keys: ["a"] }), send), { startImmediately: true })
      const waiting = yield* Effect.forkChild(Effect.exit(savedOnly(run(quoteOf({ keys: ["a"] }), send))), {
        startImmediately: true
      })
      const further = Effect.exit(savedOnly(run(quoteOf({ keys: ["a", "b"] }), send)))
      const both = yield* Effect.forkChild(further, { startImmediately: true })
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(other)
      for (const fiber of [waiting, both]) assert.isTrue(Exit.isFailure(yield* Fiber.join(fiber)))
      assert.strictEqual(sent.count, 1)
    })
  )

  test(
    "does not hold up somebody who buys it at the same time",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const both = Effect.all([Effect.exit(savedOnly(run(quoteOf(), send))), run(quoteOf(), send)], {
        concurrency: "unbounded"
      })
      const [refused, bought] = yield* runToEnd(both)
      assert.deepStrictEqual([refused._tag, bought.fromCache, sent.count], ["Failure", false, 1])
    })
  )
})
