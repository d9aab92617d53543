/** Tests of the caps of a run and of a day, and of the accounts and keys that they apply to. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import {
  NOON,
  MIDNIGHT,
  reserve,
  open,
  settle,
  drop,
  lose,
  spending,
  unknowns,
  another,
  tester,
  type Subject
} from "./steps.ts"

export const capsAndAccounts = (subject: Subject): void => {
  const { name } = subject
  const test = tester(subject)

  describe(`${name}: caps`, () => {
    test(
      "allow the last credit and refuse the next one",
      Effect.gen(function* () {
        yield* settle(yield* open({ caps: { day: 4 } }), 2)
        assert.strictEqual((yield* another(1, 2, { day: 4 }))._tag, "Reserved")
        assert.deepStrictEqual(yield* another(2, 1, { day: 4 }), { _tag: "CapReached", cap: "day", limit: 4, spent: 4 })
        assert.deepStrictEqual(yield* spending(), { day: 4, run: 4 })
      })
    )

    test(
      "count the estimates of open, unknown and confirmed rows",
      Effect.gen(function* () {
        yield* open({ keys: ["open"] })
        yield* lose(yield* open({ keys: ["lost"] }))
        yield* lose(yield* open({ keys: ["again"] }))
        yield* settle(yield* open({ keys: ["again"], decision: "ask_again" }), 0)
        assert.deepStrictEqual(yield* another(1, 1, { day: 6 }), { _tag: "CapReached", cap: "day", limit: 6, spent: 6 })
        assert.strictEqual((yield* another(2, 1, { day: 7 }))._tag, "Reserved")
      })
    )

    test(
      "refuse everything but free calls at zero",
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* another(1, 1, { run: 0 }), { _tag: "CapReached", cap: "run", limit: 0, spent: 0 })
        assert.strictEqual((yield* another(2, 0, { run: 0 }))._tag, "Reserved")
      })
    )

    test(
      "give credits back when a request charged less than its estimate",
      Effect.gen(function* () {
        const id = yield* open({ estimate: 4, caps: { day: 4 } })
        assert.strictEqual((yield* another(1, 1, { day: 4 }))._tag, "CapReached")
        yield* settle(id, 0)
        assert.strictEqual((yield* another(1, 1, { day: 4 }))._tag, "Reserved")
      })
    )

    test(
      "count a day from 00:00 UTC, and a run until it ends",
      Effect.gen(function* () {
        yield* settle(yield* open({ nowMillis: MIDNIGHT - 1 }), 2)
        assert.deepStrictEqual(yield* spending({ nowMillis: MIDNIGHT - 1 }), { day: 2, run: 2 })
        assert.deepStrictEqual(yield* spending({ nowMillis: MIDNIGHT }), { day: 0, run: 2 })
        const before = yield* another(1, 1, { day: 2 }, { nowMillis: MIDNIGHT - 1 })
        assert.strictEqual(before._tag, "CapReached")
        const after = yield* another(1, 1, { day: 2 }, { nowMillis: MIDNIGHT })
        assert.strictEqual(after._tag, "Reserved")
        assert.deepStrictEqual(yield* spending({ nowMillis: MIDNIGHT }), { day: 1, run: 3 })
        const sameRun = yield* another(2, 1, { run: 3 }, { nowMillis: MIDNIGHT })
        assert.deepStrictEqual(sameRun, { _tag: "CapReached", cap: "run", limit: 3, spent: 3 })
      })
    )

    test(
      "count each run separately and a day over all runs",
      Effect.gen(function* () {
        yield* settle(yield* open(), 2)
        assert.deepStrictEqual(yield* spending({ run: "run-2" }), { day: 2, run: 0 })
        assert.strictEqual((yield* another(1, 2, { run: 2 }, { run: "run-2" }))._tag, "Reserved")
        const day = yield* another(2, 1, { run: 9, day: 4 }, { run: "run-3" })
        assert.deepStrictEqual(day, { _tag: "CapReached", cap: "day", limit: 4, spent: 4 })
      })
    )

    test(
      "count an unknown price as zero, because it is refused elsewhere",
      Effect.gen(function* () {
        yield* lose(yield* open({ keys: ["a"], estimate: null }))
        yield* settle(yield* open({ keys: ["b"], estimate: null }), null)
        yield* open({ keys: ["c"], estimate: null })
        assert.deepStrictEqual(yield* spending(), { day: 0, run: 0 })
      })
    )

    test(
      "are never exceeded by 100 concurrent requests",
      Effect.gen(function* () {
        const results = yield* Effect.all(
          Array.from({ length: 100 }, (_, n) => another(n, 2, { day: 30, run: 30 }, { run: `run-${n % 2}` })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(results.filter((result) => result._tag === "Reserved").length, 15)
        assert.strictEqual(results.filter((result) => result._tag === "CapReached").length, 85)
        assert.strictEqual((yield* spending()).day, 30)
      })
    )
  })

  describe(`${name}: accounts and operations`, () => {
    test(
      "are separate: each has its own subjects, caps and unknown charges",
      Effect.gen(function* () {
        yield* open()
        assert.strictEqual((yield* reserve({ scope: "account-2", caps: { day: 2, run: 2 } }))._tag, "Reserved")
        assert.strictEqual((yield* reserve({ operation: "enrichCompany" }))._tag, "Reserved")
        yield* lose(yield* open({ scope: "account-3" }))
        assert.strictEqual((yield* unknowns({ scope: "account-3" })).length, 1)
        assert.deepStrictEqual(yield* unknowns({ scope: "account-2" }), [])
        assert.deepStrictEqual(yield* spending({ scope: "account-2" }), { day: 2, run: 2 })
        assert.deepStrictEqual(yield* spending({ scope: "account-4" }), { day: 0, run: 0 })
      })
    )

    test(
      "that pay with the same key share caps, unknown charges, lookups in progress and unsaved answers",
      Effect.gen(function* () {
        const ours = { purse: "00c0ffee00c0ffee" }
        const theirs = { ...ours, scope: "account-2" }
        const id = yield* open(ours)
        assert.deepStrictEqual(yield* reserve(theirs), { _tag: "Busy" })
        yield* lose(id)
        assert.deepStrictEqual(yield* reserve(theirs), { _tag: "UnknownCharge", since: NOON })
        assert.deepStrictEqual(
          (yield* unknowns(theirs)).map((row) => [row.id, row.purse]),
          [[id, ours.purse]]
        )
        yield* drop(yield* open({ ...ours, keys: ["other"] }), { charged: 1, keys: ["its own"] })
        assert.strictEqual((yield* reserve({ ...theirs, keys: ["its own"] }))._tag, "Uncached")
        assert.deepStrictEqual(yield* spending(theirs), { day: 3, run: 3 })
        // A row that belongs to both counts once.
        assert.deepStrictEqual(yield* spending(ours), { day: 3, run: 3 })
        const capRefusal = yield* another(1, 1, { day: 3 }, theirs)
        assert.deepStrictEqual(capRefusal, { _tag: "CapReached", cap: "day", limit: 3, spent: 3 })
        const capped2 = yield* another(1, 1, { run: 3 }, theirs)
        assert.deepStrictEqual(capped2, { _tag: "CapReached", cap: "run", limit: 3, spent: 3 })
        // A lost answer blocks its lookup also after the account got another key.
        assert.strictEqual((yield* reserve({ purse: "0123456789abcdef" }))._tag, "UnknownCharge")
        // Spending with another key of the same account counts for the account. Another account's own key is separate.
        assert.deepStrictEqual(yield* spending({ purse: "0123456789abcdef" }), { day: 3, run: 3 })
        assert.deepStrictEqual(yield* spending({ scope: "account-2", purse: "0123456789abcdef" }), { day: 0, run: 0 })
      })
    )

    test(
      "without a key's fingerprint share nothing",
      Effect.gen(function* () {
        yield* lose(yield* open())
        assert.strictEqual((yield* reserve({ scope: "account-2" }))._tag, "Reserved")
        assert.deepStrictEqual(yield* unknowns({ scope: "account-2" }), [])
      })
    )

    test(
      "share an account's caps across its operations",
      Effect.gen(function* () {
        yield* open({ operation: "enrichPerson" })
        const company = yield* another(1, 1, { day: 2 }, { operation: "enrichCompany" })
        assert.deepStrictEqual(company, { _tag: "CapReached", cap: "day", limit: 2, spent: 2 })
      })
    )

    test(
      "are distinguished, whatever characters their names and identifiers contain",
      Effect.gen(function* () {
        const odd = ["a\nb", "a", "b", "'; DROP TABLE ledger; --", "%", "_", "ключ", "a,b", '["a"]', ""]
        for (const key of odd) yield* open({ keys: [key] })
        for (const key of odd) assert.strictEqual((yield* reserve({ keys: [key] }))._tag, "Busy", key)
        assert.strictEqual((yield* reserve({ keys: ["*"] }))._tag, "Reserved")
      })
    )
  })
}
