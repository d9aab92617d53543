import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { quoteOf, facts, failing, provider, run, runToEnd, spent, test, broken } from "../../tests/lookups.ts"
import { OnCharge } from "./Spend.ts"

const DAY = 86_400_000

describe("an answer", () => {
  it.effect("that is cached is returned at once, even if the call that fetched it has not ended", () =>
    Effect.gen(function* () {
      const { send, sent } = provider()
      const flight = yield* Effect.forkChild(run(quoteOf(), send))
      yield* TestClock.adjust("2 seconds")
      const second = yield* Effect.forkChild(run(quoteOf(), send))
      yield* Effect.yieldNow
      const outcomes = [flight, second].map((fiber) => fiber.pollUnsafe()?._tag)
      yield* TestClock.adjust("1 hour")
      yield* Fiber.join(flight)
      const { credits, fromCache } = yield* Fiber.join(second)
      assert.deepStrictEqual([credits?.charged, fromCache, sent.count], [0, true, 1])
      assert.deepStrictEqual(outcomes, [undefined, "Success"])
    }).pipe(Effect.provide(broken({ settle: () => Effect.sleep("1 hour") })))
  )

  test(
    "is charged by the price, and costs nothing the second time",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const first = yield* runToEnd(run(quoteOf(), send))
      assert.deepStrictEqual(first.credits, { charged: 2, basis: "price" })
      assert.isFalse(first.fromCache)
      const second = yield* run(quoteOf(), send)
      assert.deepStrictEqual(second.credits, { charged: 0, basis: "cache" })
      assert.isTrue(second.fromCache)
      assert.deepStrictEqual(second.body, first.body)
      assert.strictEqual(second.fetchedAt, first.fetchedAt)
      assert.deepStrictEqual(second.headers, {})
      assert.strictEqual(sent.count, 1)
      assert.strictEqual(yield* spent, 2)
    })
  )

  test(
    "is charged by the provider's own figure if it gives one",
    Effect.gen(function* () {
      const { send } = provider({ match: true, charged: 1 })
      assert.deepStrictEqual((yield* runToEnd(run(quoteOf(), send))).credits, { charged: 1, basis: "provider" })
      assert.strictEqual(yield* spent, 1)
    })
  )

  test(
    "that is a miss is free by price, and has its own cache time",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: false })
      assert.deepStrictEqual((yield* runToEnd(run(quoteOf(), send))).credits, { charged: 0, basis: "price" })
      assert.isTrue((yield* run(quoteOf(), send)).fromCache)
      yield* TestClock.adjust(DAY)
      yield* runToEnd(run(quoteOf(), send))
      assert.strictEqual(sent.count, 2)
      assert.strictEqual(yield* spent, 0)
    })
  )

  test(
    "that is a miss costs what the provider says",
    Effect.gen(function* () {
      const { send } = provider({ match: false, charged: 1 })
      assert.deepStrictEqual((yield* runToEnd(run(quoteOf(), send))).credits, { charged: 1, basis: "provider" })
    })
  )

  test(
    "is cached for 30 days under every identifier of the question and of the answer",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: true, keys: ["url:ada", "phone:1"] })
      yield* runToEnd(run(quoteOf(), send))
      for (const key of ["email:ada@example.com", "url:ada", "phone:1"]) {
        assert.isTrue((yield* run(quoteOf({ keys: [key] }), send)).fromCache)
      }
      yield* TestClock.adjust("31 days")
      yield* runToEnd(run(quoteOf(), send))
      assert.strictEqual(sent.count, 2)
    })
  )

  test(
    "to a search is bought every time, and never blocks",
    Effect.gen(function* () {
      const { send, sent } = provider()
      for (let n = 0; n < 3; n++) yield* runToEnd(run(quoteOf({ keys: [] }), send))
      assert.strictEqual(sent.count, 3)
      assert.strictEqual(yield* spent, 6)
    })
  )

  test(
    "without a price is charged unknown, unless the provider says",
    Effect.gen(function* () {
      const price = { keys: [], estimate: null }
      const silent = yield* runToEnd(run(quoteOf(price), provider().send))
      assert.deepStrictEqual(silent.credits, { charged: "unknown", basis: "price" })
      const outcome = yield* runToEnd(run(quoteOf(price), provider({ match: true, charged: 3 }).send))
      assert.deepStrictEqual(outcome.credits, { charged: 3, basis: "provider" })
      assert.isUndefined(outcome.priceExceeded)
      assert.strictEqual(yield* spent, 3)
    })
  )

  test(
    "says that it cost more than the account's price only if it did",
    Effect.gen(function* () {
      const exceeded = (charged: number) =>
        Effect.map(
          runToEnd(run(quoteOf({ keys: [] }), provider({ match: true, charged }).send)),
          ({ priceExceeded }) => priceExceeded
        )
      const charges = [0, 1, 2, 3]
      assert.deepStrictEqual(yield* Effect.forEach(charges, exceeded), [undefined, undefined, undefined, 2])
    })
  )

  test(
    "is reported with its charge, once",
    Effect.gen(function* () {
      const charges: Array<number | "unknown"> = []
      const { send } = provider()
      for (const quote of [quoteOf(), quoteOf(), quoteOf({ keys: ["b"], estimate: null })]) {
        yield* runToEnd(Effect.provideService(run(quote, send), OnCharge, (charged) => charges.push(charged)))
      }
      const lostAnswer = run(quoteOf({ keys: ["c"] }), failing({ _tag: "Decode", ...facts }).send)
      yield* Effect.flip(Effect.provideService(lostAnswer, OnCharge, (charged) => charges.push(charged)))
      assert.deepStrictEqual(charges, [2, "unknown", "unknown"])
    })
  )

  test(
    "to a request without a subject is not cached for the subject that it happens to be about",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: true, keys: ["email:ada@example.com"] })
      yield* runToEnd(run(quoteOf({ keys: [], ledgerKeys: ["request:1"] }), send))
      yield* runToEnd(run(quoteOf(), send))
      assert.strictEqual(sent.count, 2)
    })
  )

  test(
    "about somebody who shares an identifier with another is not cached for that identifier",
    Effect.gen(function* () {
      const ask = (key: string, answerKeys: ReadonlyArray<string>) => {
        const { send, sent } = provider({ match: true, keys: answerKeys })
        const read = () => ({ match: true, keys: answerKeys, soleKeys: answerKeys.slice(0, 1) })
        return Effect.map(runToEnd(run(quoteOf({ keys: [key], read }), send)), () => sent.count)
      }
      yield* ask("email:ada@firm.example", ["profile:ada", "email:team@firm.example"])
      yield* ask("email:bob@firm.example", ["profile:bob", "email:team@firm.example"])
      assert.strictEqual(yield* ask("email:team@firm.example", ["profile:bob"]), 1)
    })
  )
})

describe("a cap", () => {
  test(
    "refuses before anything is sent, and says what is used and what to do",
    Effect.gen(function* () {
      const { send, sent } = provider()
      yield* runToEnd(run(quoteOf({ keys: ["a"], caps: { day: 3 } }), send))
      const error = yield* Effect.flip(run(quoteOf({ keys: ["b"], caps: { day: 3 } }), send))
      assert.strictEqual(sent.count, 1)
      assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "cap")
      assert.strictEqual(
        error.message,
        "This would cost up to 2 credits, and 2 of the day cap of 3 credits are used. Nothing was sent."
      )
      assert.deepStrictEqual(error.reason.remedy, { to: "raiseCap", cap: "day" })
      assert.isUndefined(error.charged)
    })
  )

  test(
    "of the run is reported as such",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const error = yield* Effect.flip(run(quoteOf({ estimate: 1, caps: { run: 0, day: 0 } }), send))
      assert.include(error.message, "up to 1 credit, and 0 of the run cap of 0 credits are used")
      assert.strictEqual(sent.count, 0)
    })
  )

  test(
    "does not apply to cached answers",
    Effect.gen(function* () {
      const { send } = provider()
      yield* runToEnd(run(quoteOf(), send))
      assert.isTrue((yield* run(quoteOf({ caps: { day: 0 }, estimate: null }), send)).fromCache)
    })
  )

  test(
    "refuses an unknown price",
    Effect.gen(function* () {
      const { send, sent } = provider()
      for (const caps of [{ day: 1000 }, { run: 1000 }, { day: 0 }]) {
        const error = yield* Effect.flip(run(quoteOf({ estimate: null, caps }), send))
        assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "cap")
        assert.include(error.message, "call's price is unknown")
      }
      assert.strictEqual(sent.count, 0)
    })
  )

  test(
    "holds for 100 concurrent purchases of different subjects",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const results = yield* runToEnd(
        Effect.all(
          Array.from({ length: 100 }, (_, n) =>
            Effect.exit(run(quoteOf({ keys: [`k${n}`], caps: { run: 21 } }), send))
          ),
          { concurrency: "unbounded" }
        )
      )
      assert.strictEqual(results.filter(Exit.isSuccess).length, 10)
      assert.strictEqual(sent.count, 10)
      assert.strictEqual(yield* spent, 20)
    })
  )
})
