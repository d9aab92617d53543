/** Tests of requests with an unknown outcome, which block their subject until somebody decides. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Ledger } from "../../spend/Ledger.ts"
import {
  HOUR,
  MINUTE,
  NOON,
  reserve,
  open,
  settle,
  drop,
  lose,
  spending,
  unknowns,
  tester,
  type Subject
} from "./steps.ts"

export const unknownCharges = (subject: Subject): void => {
  const { name } = subject
  const test = tester(subject)

  describe(`${name}: a request with an unknown outcome`, () => {
    test(
      "blocks the same subject, and says since when",
      Effect.gen(function* () {
        yield* lose(yield* open())
        assert.deepStrictEqual(yield* reserve({ nowMillis: NOON + HOUR }), { _tag: "UnknownCharge", since: NOON })
        assert.strictEqual((yield* reserve({ keys: ["email:other@example.com"] }))._tag, "Reserved")
      })
    )

    test(
      "blocks by any one of its identifiers",
      Effect.gen(function* () {
        yield* lose(yield* open({ keys: ["email:ada@example.com", "url:ada"] }))
        assert.strictEqual((yield* reserve({ keys: ["phone:1", "url:ada"] }))._tag, "UnknownCharge")
        assert.strictEqual((yield* reserve({ keys: ["phone:1"] }))._tag, "Reserved")
      })
    )

    test(
      "is listed with all its recorded data, oldest first",
      Effect.gen(function* () {
        const late = yield* open({ keys: ["b", "c"], nowMillis: NOON + 5, estimate: null, run: "run-2" })
        const early = yield* open({ keys: ["a"], nowMillis: NOON })
        yield* lose(late)
        yield* lose(early)
        yield* open({ keys: ["live"] })
        const [first, second, ...rest] = yield* unknowns({ nowMillis: NOON + 10 })
        assert.deepStrictEqual(rest, [])
        assert.strictEqual(first?.id, early)
        assert.deepStrictEqual(second && { ...second, keys: [...second.keys].sort() }, {
          id: late,
          scope: "account-1",
          purse: "",
          operation: "enrichPerson",
          keys: ["b", "c"],
          estimate: null,
          charged: null,
          state: "unknown",
          uncached: null,
          uncachedUntilMillis: null,
          run: "run-2",
          atMillis: NOON + 5,
          leaseEndsMillis: NOON + 5 + MINUTE
        })
      })
    )

    test(
      "is what an open row becomes when its lease ends",
      Effect.gen(function* () {
        const id = yield* open()
        const end = NOON + MINUTE
        assert.deepStrictEqual(yield* unknowns({ nowMillis: end - 1 }), [])
        assert.deepStrictEqual(
          (yield* unknowns({ nowMillis: end })).map((row) => row.id),
          [id]
        )
        assert.deepStrictEqual(yield* reserve({ nowMillis: end - 1 }), { _tag: "Busy" })
        assert.deepStrictEqual(yield* reserve({ nowMillis: end }), { _tag: "UnknownCharge", since: NOON })
        // A late answer still settles the row.
        yield* settle(id, 1)
        assert.deepStrictEqual(yield* unknowns({ nowMillis: end }), [])
        assert.strictEqual((yield* reserve({ nowMillis: end }))._tag, "Reserved")
      })
    )

    test(
      "counts the charge in its answer if that exceeds the estimate or there was none",
      Effect.gen(function* () {
        const { settle: write } = yield* Ledger
        const answers = [
          [2, 5],
          [2, 1],
          [null, 3]
        ] as const
        for (const [n, [estimate, reportedCredits]] of answers.entries()) {
          const row = yield* open({ keys: [`${reportedCredits}`], estimate, nowMillis: NOON + n })
          yield* write(row, { state: "unknown", reportedCredits })
        }
        assert.deepStrictEqual(yield* spending(), { day: 10, run: 10 })
        assert.deepStrictEqual(
          (yield* unknowns()).map((row) => row.estimate),
          [5, 2, 3]
        )
      })
    )

    test(
      "may be asked again by choice: it is confirmed, no longer blocks, and still counts",
      Effect.gen(function* () {
        yield* lose(yield* open())
        const id = yield* open({ decision: "ask_again", nowMillis: NOON + 1 })
        assert.deepStrictEqual(yield* unknowns(), [])
        assert.deepStrictEqual(yield* spending(), { day: 4, run: 4 })
        yield* settle(id, 1)
        assert.deepStrictEqual(yield* spending(), { day: 3, run: 3 })
        yield* open({ nowMillis: NOON + 2 })
      })
    )

    test(
      "includes an open row dated in the future, because a wrong clock wrote it",
      Effect.gen(function* () {
        yield* open({ nowMillis: NOON + 8_760 * HOUR })
        assert.strictEqual((yield* unknowns()).length, 1)
        assert.strictEqual((yield* reserve())._tag, "UnknownCharge")
        yield* open({ decision: "ask_again" })
        // The clocks of two programs may differ slightly.
        yield* open({ keys: ["b"], nowMillis: NOON + MINUTE })
        assert.strictEqual((yield* reserve({ keys: ["b"] }))._tag, "Busy")
      })
    )

    test(
      "is confirmed under every row that shares an identifier, expired leases included",
      Effect.gen(function* () {
        yield* lose(yield* open({ keys: ["a"] }))
        yield* open({ keys: ["b"], leaseMillis: 1 })
        yield* lose(yield* open({ keys: ["c"] }))
        yield* open({ keys: ["a", "b"], decision: "ask_again", nowMillis: NOON + 1 })
        assert.deepStrictEqual(
          (yield* unknowns({ nowMillis: NOON + 1 })).map((row) => row.keys),
          [["c"]]
        )
        assert.deepStrictEqual(yield* spending(), { day: 8, run: 8 })
      })
    )

    for (const [decision, charged] of [
      ["charged", 2],
      ["not_charged", 0]
    ] as const) {
      test(
        `is settled by a new request that says what it was: ${decision}`,
        Effect.gen(function* () {
          yield* lose(yield* open())
          yield* lose(yield* open({ keys: ["other"] }))
          yield* settle(yield* open({ decision, managesCaps: true, nowMillis: NOON + 1 }), 1)
          assert.deepStrictEqual(
            (yield* unknowns()).map((row) => row.keys),
            [["other"]]
          )
          assert.deepStrictEqual(yield* spending(), { day: charged + 3, run: charged + 3 })
          yield* open({ nowMillis: NOON + 2 })
        })
      )

      test(
        `is not settled as ${decision} by a request that is not sent`,
        Effect.gen(function* () {
          yield* lose(yield* open())
          const refusal = yield* reserve({ decision, managesCaps: true, estimate: 4, caps: { day: 3 } })
          assert.deepStrictEqual(refusal, { _tag: "CapReached", cap: "day", limit: 3, spent: charged })
          yield* lose(yield* open({ keys: ["b"] }))
          yield* drop(yield* open({ keys: ["c"] }))
          assert.strictEqual((yield* reserve({ keys: ["b", "c"], decision }))._tag, "Uncached")
          const busy = yield* open({ keys: ["d"] })
          assert.strictEqual((yield* reserve({ keys: ["b", "d"], decision }))._tag, "Busy")
          assert.strictEqual((yield* unknowns()).length, 2)
          yield* settle(busy, 0)
        })
      )
    }

    test(
      "counts what it counted before, for a run and a day, if a caller that does not manage the caps settles it",
      Effect.gen(function* () {
        yield* lose(yield* open())
        const refusal = yield* reserve({ decision: "not_charged", caps: { day: 3 } })
        assert.deepStrictEqual(refusal, { _tag: "CapReached", cap: "day", limit: 3, spent: 2 })
        yield* settle(yield* open({ decision: "not_charged", caps: { day: 4 } }), 0)
        assert.deepStrictEqual(yield* unknowns(), [])
        assert.deepStrictEqual(yield* spending(), { day: 2, run: 2 })
        yield* lose(yield* open({ keys: ["b"], estimate: null }))
        yield* settle(yield* open({ keys: ["b"], decision: "not_charged" }), 1)
        assert.deepStrictEqual(yield* spending(), { day: 3, run: 3 })
      })
    )

    test(
      "of another run and day lowers no sum that did not count it",
      Effect.gen(function* () {
        yield* lose(yield* open({ run: "run-0", nowMillis: NOON - 24 * HOUR }))
        yield* settle(yield* open({ keys: ["b"] }), 2)
        for (const cap of ["run", "day"] as const) {
          const refusal = yield* reserve({ decision: "not_charged", managesCaps: true, caps: { [cap]: 3 } })
          assert.deepStrictEqual(refusal, { _tag: "CapReached", cap, limit: 3, spent: 2 })
        }
      })
    )

    test(
      "is not settled again by a request that was decided before",
      Effect.gen(function* () {
        yield* lose(yield* open())
        const again = yield* open({ decision: "ask_again", nowMillis: NOON + 1 })
        yield* lose(again)
        yield* open({ decision: "not_charged", managesCaps: true, nowMillis: NOON + 2 })
        // The first one was confirmed, so it still counts.
        assert.deepStrictEqual(yield* spending(), { day: 4, run: 4 })
      })
    )

    test(
      "is not confirmed by a retry that a cap refused",
      Effect.gen(function* () {
        yield* lose(yield* open())
        const refusal = yield* reserve({ decision: "ask_again", caps: { day: 3 } })
        assert.deepStrictEqual(refusal, { _tag: "CapReached", cap: "day", limit: 3, spent: 2 })
        assert.strictEqual((yield* unknowns()).length, 1)
        assert.strictEqual((yield* reserve())._tag, "UnknownCharge")
      })
    )
  })
}
