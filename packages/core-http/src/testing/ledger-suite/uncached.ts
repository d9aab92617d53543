/** Tests of purchases whose answer could not be cached. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { HOUR, NOON, reserve, open, settle, drop, lose, spending, unknowns, tester, type Subject } from "./steps.ts"

export const uncachedAnswers = (subject: Subject): void => {
  const { name } = subject
  const test = tester(subject)

  describe(`${name}: a purchase whose answer is not saved`, () => {
    test(
      "blocks the same subject, with its cost, for as long as it would have been cached",
      Effect.gen(function* () {
        yield* drop(yield* open(), { charged: 1 })
        const end = NOON + 24 * HOUR
        const uncachedDecision = { _tag: "Uncached", since: NOON, charged: 1, uncached: "store" } as const
        assert.deepStrictEqual(yield* reserve(), uncachedDecision)
        assert.deepStrictEqual(yield* reserve({ nowMillis: end - 1 }), uncachedDecision)
        assert.strictEqual((yield* reserve({ keys: ["email:other@example.com"] }))._tag, "Reserved")
        assert.deepStrictEqual(yield* spending(), { day: 3, run: 3 })
        assert.deepStrictEqual(yield* unknowns(), [])
        assert.strictEqual((yield* reserve({ nowMillis: end }))._tag, "Reserved")
      })
    )

    test(
      "is found by each identifier of the question and of the answer",
      Effect.gen(function* () {
        yield* drop(yield* open({ keys: ["a", "b"] }), { keys: ["b", "c"] })
        for (const key of ["a", "b", "c"])
          assert.strictEqual((yield* reserve({ keys: [key, "d"] }))._tag, "Uncached", key)
        assert.strictEqual((yield* reserve({ keys: ["d"] }))._tag, "Reserved")
      })
    )

    test(
      "blocks until a time within a millisecond",
      Effect.gen(function* () {
        yield* drop(yield* open(), { uncachedUntilMillis: NOON + 1_000.25 })
        assert.strictEqual((yield* reserve({ nowMillis: NOON + 1_000 }))._tag, "Uncached")
        assert.strictEqual((yield* reserve({ nowMillis: NOON + 1_001 }))._tag, "Reserved")
      })
    )

    test(
      "is found by identifiers with a NUL character, as a provider may send one",
      Effect.gen(function* () {
        yield* drop(yield* open({ keys: ["a\0"] }), { keys: ["b\0"] })
        for (const key of ["a\0", "b\0"]) assert.strictEqual((yield* reserve({ keys: [key] }))._tag, "Uncached")
      })
    )

    test(
      "that is about somebody else blocks only the same question",
      Effect.gen(function* () {
        yield* drop(yield* open({ keys: ["a", "b"] }), { uncached: "contradicted" })
        const again = yield* reserve({ keys: ["b", "a"] })
        assert.deepStrictEqual(again, { _tag: "Uncached", since: NOON, charged: 2, uncached: "contradicted" })
        assert.strictEqual((yield* reserve({ keys: ["a"] }))._tag, "Reserved")
        assert.strictEqual((yield* reserve({ keys: ["b", "c"] }))._tag, "Reserved")
        assert.strictEqual((yield* reserve({ keys: ["a", "b", "c"], operation: "enrichCompany" }))._tag, "Reserved")
      })
    )

    test(
      "is bought again by choice, once per consent, until an answer is saved",
      Effect.gen(function* () {
        yield* drop(yield* open())
        yield* drop(yield* open({ decision: "ask_again", nowMillis: NOON + 1 }))
        // The latest purchase counts.
        assert.deepStrictEqual(yield* reserve(), { _tag: "Uncached", since: NOON + 1, charged: 2, uncached: "store" })
        yield* settle(yield* open({ decision: "ask_again" }), 1)
        assert.strictEqual((yield* reserve())._tag, "Uncached")
        assert.deepStrictEqual(yield* spending(), { day: 5, run: 5 })
      })
    )

    test(
      "is checked after requests in progress and unknown charges, and before caps",
      Effect.gen(function* () {
        yield* drop(yield* open({ keys: ["a"] }))
        assert.strictEqual((yield* reserve({ keys: ["a"], caps: { day: 0 } }))._tag, "Uncached")
        const id = yield* open({ keys: ["b"] })
        assert.strictEqual((yield* reserve({ keys: ["a", "b"] }))._tag, "Busy")
        yield* lose(id)
        assert.strictEqual((yield* reserve({ keys: ["a", "b"] }))._tag, "UnknownCharge")
      })
    )
  })
}
