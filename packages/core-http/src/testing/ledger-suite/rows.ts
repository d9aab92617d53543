/** Tests of a row from its reservation to its charge, and of what blocks a second reservation. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { NOON, reserve, open, settle, lose, spending, unknowns, tester, type Subject } from "./steps.ts"

export const rows = (subject: Subject): void => {
  const { name } = subject
  const test = tester(subject)

  describe(`${name}: rows`, () => {
    test(
      "counts the estimate while a request is open, and the charge once it is settled",
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* spending(), { day: 0, run: 0 })
        const id = yield* open()
        assert.deepStrictEqual(yield* spending(), { day: 2, run: 2 })
        yield* settle(id, 1)
        assert.deepStrictEqual(yield* spending(), { day: 1, run: 1 })
        assert.deepStrictEqual(yield* unknowns(), [])
      })
    )

    test(
      "gives every reservation an id of its own",
      Effect.gen(function* () {
        const ids = new Set<string>()
        for (let n = 0; n < 20; n++) ids.add(yield* open({ keys: [] }))
        assert.strictEqual(ids.size, 20)
      })
    )

    test(
      "keeps fractions of a credit",
      Effect.gen(function* () {
        yield* settle(yield* open({ estimate: 0.5 }), 0.25)
        assert.deepStrictEqual(yield* spending(), { day: 0.25, run: 0.25 })
      })
    )

    test(
      "keeps a lease that ends within a millisecond",
      Effect.gen(function* () {
        yield* open({ keys: ["a"], leaseMillis: 1_000.25 })
        assert.deepStrictEqual(yield* reserve({ keys: ["a"], nowMillis: NOON + 1_000 }), { _tag: "Busy" })
        assert.strictEqual((yield* reserve({ keys: ["a"], nowMillis: NOON + 1_001 }))._tag, "UnknownCharge")
      })
    )

    test(
      "allows the same subject again once it is settled",
      Effect.gen(function* () {
        yield* settle(yield* open(), 0)
        yield* settle(yield* open(), 2)
        yield* open()
        assert.deepStrictEqual(yield* spending(), { day: 4, run: 4 })
      })
    )

    test(
      "keeps calls without a subject separate: they are never busy, and block nothing",
      Effect.gen(function* () {
        yield* open({ keys: [] })
        yield* lose(yield* open({ keys: [] }))
        yield* open({ keys: [] })
        assert.strictEqual((yield* unknowns()).length, 1)
      })
    )

    test(
      "ignores settling an unknown row",
      Effect.gen(function* () {
        yield* settle("no-such-row", 5)
        assert.deepStrictEqual(yield* spending(), { day: 0, run: 0 })
      })
    )
  })

  describe(`${name}: a request in progress`, () => {
    test(
      "makes the same subject busy by any shared identifier, even for a confirmed repeat",
      Effect.gen(function* () {
        const id = yield* open({ keys: ["a", "b"] })
        assert.deepStrictEqual(yield* reserve({ keys: ["b", "c"] }), { _tag: "Busy" })
        assert.deepStrictEqual(yield* reserve({ keys: ["a"], decision: "ask_again", run: "run-2" }), { _tag: "Busy" })
        assert.strictEqual((yield* reserve({ keys: ["c"] }))._tag, "Reserved")
        yield* settle(id, 0)
        assert.strictEqual((yield* reserve({ keys: ["a"] }))._tag, "Reserved")
      })
    )

    test(
      "is reported before an unknown one, because its answer may settle it",
      Effect.gen(function* () {
        yield* lose(yield* open({ keys: ["a"] }))
        yield* open({ keys: ["b"] })
        assert.deepStrictEqual(yield* reserve({ keys: ["a", "b"] }), { _tag: "Busy" })
      })
    )

    test(
      "is granted to only one of many concurrent callers",
      Effect.gen(function* () {
        const results = yield* Effect.all(
          Array.from({ length: 50 }, (_, n) => reserve({ run: `run-${n}` })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(results.filter((result) => result._tag === "Reserved").length, 1)
        assert.strictEqual(results.filter((result) => result._tag === "Busy").length, 49)
      })
    )
  })
}
