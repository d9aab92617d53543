import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { quoteOf, facts, guardOf, provider, failing, run, runToEnd, unknowns, test } from "../../tests/lookups.ts"
import { leftOf } from "./Preview.ts"
import { refusalOf } from "./refusals.ts"
import { Spend } from "./Spend.ts"

describe("a preview", () => {
  test(
    "reports what a lookup would cause, and sends nothing",
    Effect.gen(function* () {
      const spend = yield* Spend
      const quote = quoteOf({ caps: { day: 10 } })
      assert.deepStrictEqual(yield* spend.preview(quote), {
        isFree: false,
        estimate: 2,
        cached: undefined,
        isUnderWay: false,
        blocking: [],
        uncachedPurchase: undefined,
        refusal: undefined,
        spent: { day: 0, run: 0 },
        caps: { day: 10 },
        left: { day: 10 }
      })
      yield* runToEnd(run(quote, provider().send))
      yield* Effect.flip(run(quoteOf({ keys: ["b"] }), failing({ _tag: "Decode", ...facts }).send))
      const cachedPreview = yield* spend.preview({ ...quote, caps: { day: 5 } })
      assert.deepStrictEqual(cachedPreview.cached, { match: true, fetchedAt: "1970-01-01T00:00:01.000Z" })
      assert.deepStrictEqual(cachedPreview.left, { day: 1 })
      assert.deepStrictEqual((yield* spend.preview({ ...quote, caps: { day: 3, run: 4 } })).left, { day: 0, run: 0 })
      assert.isUndefined(cachedPreview.refusal, "what is kept passes every cap")
      const blockedPreview = yield* spend.preview(quoteOf({ keys: ["b", "c"] }))
      assert.deepStrictEqual(
        blockedPreview.blocking.map(({ atMillis, keys, estimate }) => ({ atMillis, keys, estimate })),
        [{ atMillis: 2000, keys: ["b"], estimate: 2 }]
      )
      assert.strictEqual(guardOf(blockedPreview.refusal), "unknownCharge")
      assert.deepStrictEqual(blockedPreview.spent, { day: 4, run: 4 })
      assert.deepStrictEqual((yield* spend.preview(quoteOf({ keys: ["b"], operation: "other" }))).blocking, [])
      assert.strictEqual(yield* unknowns, 1, "nothing is reserved")
    })
  )

  test(
    "says whether the same lookup is in progress",
    Effect.gen(function* () {
      const spend = yield* Spend
      const lookup = yield* Effect.forkChild(run(quoteOf(), provider().send))
      yield* TestClock.adjust("500 millis")
      assert.isTrue((yield* spend.preview(quoteOf())).isUnderWay)
      assert.isFalse((yield* spend.preview(quoteOf({ keys: ["b"] }))).isUnderWay)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(lookup)
      assert.isFalse((yield* spend.preview(quoteOf())).isUnderWay)
    })
  )

  test(
    "refuses what a run would refuse, in the same words",
    Effect.gen(function* () {
      const spend = yield* Spend
      yield* runToEnd(run(quoteOf(), provider().send))
      const refusedQuotes = [
        quoteOf({ keys: ["b"], caps: { day: 3 } }),
        quoteOf({ keys: ["b"], caps: { run: 3, day: 10 } }),
        quoteOf({ keys: ["b"], caps: { day: 10 }, estimate: null })
      ]
      for (const quote of refusedQuotes) {
        const { refusal } = yield* spend.preview(quote)
        assert.strictEqual(guardOf(refusal), "cap")
        assert.deepStrictEqual(refusal, yield* Effect.flip(run(quote, provider().send)))
      }
    })
  )

  it("never says that less than nothing is left of a cap", () => {
    const caps = { day: 1, run: 1, principal: 1, event: 1 }
    const spent = { day: 2, run: 2, principal: 2, event: 2 }
    assert.deepStrictEqual(leftOf(caps, spent), { day: 0, run: 0, principal: 0, event: 0 })
  })

  it("counts all that is left of the caps of a caller or an event that has spent nothing", () => {
    assert.deepStrictEqual(leftOf({ principal: 3, event: 0.5 }, { day: 2, run: 2 }), { principal: 3, event: 0.5 })
  })

  it("writes sums of decimals as people do: what is left of a cap, and what is used of it", () => {
    assert.deepStrictEqual(leftOf({ day: 0.3, run: 1 }, { day: 0.2, run: 0.1 + 0.2 }), { day: 0.1, run: 0.7 })
    const spent = 0.1 + 0.2
    const { reason } = refusalOf(quoteOf({ estimate: spent }), { _tag: "CapReached", cap: "day", limit: 0.5, spent })
    assert.strictEqual(
      reason.what,
      "This would cost up to 0.3 credits, and 0.3 of the day cap of 0.5 credits are used."
    )
  })
})
