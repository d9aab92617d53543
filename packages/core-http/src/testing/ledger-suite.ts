/**
 * What every Ledger must do. Moments are passed in, so the suite runs on the real clock over any store;
 * `makeLayer` gives a new, empty one each time.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

import { Ledger, type Caps, type LostAnswer, type Payer, type Reservation } from "../spend/Ledger.ts"

const HOUR = 3_600_000
const MINUTE = 60_000
/** A moment well inside a UTC day. */
const NOON = Date.UTC(2026, 2, 10, 12)
const MIDNIGHT = Date.UTC(2026, 2, 11)

const asking = (of: Partial<Reservation> = {}): Reservation => ({
  scope: "account-1",
  purse: "",
  operation: "enrichPerson",
  keys: ["email:ada@example.com"],
  estimate: 2,
  run: "run-1",
  nowMillis: NOON,
  leaseMillis: MINUTE,
  caps: {},
  retryUnknown: false,
  ...of
})

const reserve = (of: Partial<Reservation> = {}) => Effect.flatMap(Ledger, (ledger) => ledger.reserve(asking(of)))

/** Reserves what must be free to reserve. */
const open = Effect.fnUntraced(function* (of: Partial<Reservation> = {}) {
  const result = yield* reserve(of)
  return result._tag === "Reserved" ? result.id : assert.fail(`expected a reservation, got ${result._tag}`)
})

const settle = (id: string, charged: number | null) =>
  Effect.flatMap(Ledger, (ledger) => ledger.settle(id, { state: "settled", charged }))
/** Bought, and not kept: for a day, unless it says otherwise. */
const drop = (id: string, of: Partial<LostAnswer> & { readonly charged?: number } = {}) =>
  Effect.flatMap(Ledger, (ledger) => {
    const { charged = 2, ...lost } = of
    const kept = { unkept: "store", unkeptUntilMillis: NOON + 24 * HOUR, keys: [], ...lost } as const
    return ledger.settle(id, { state: "settled", charged, lost: kept })
  })
const lose = (id: string) => Effect.flatMap(Ledger, (ledger) => ledger.settle(id, { state: "unknown" }))

const payer = ({ scope = "account-1", purse = "" }: Partial<Payer>): Payer => ({ scope, purse })

const spent = (of: Partial<Payer> & { nowMillis?: number; run?: string } = {}) =>
  Effect.flatMap(Ledger, (ledger) =>
    ledger.spent(payer(of), { nowMillis: of.nowMillis ?? NOON, run: of.run ?? "run-1" })
  )
const unknowns = (of: Partial<Payer> & { nowMillis?: number } = {}) =>
  Effect.flatMap(Ledger, (ledger) => ledger.unknowns(payer(of), of.nowMillis ?? NOON))

/** Reserves a subject of its own, so that nothing but a cap can stand in its way. */
const another = (n: number, estimate: number | null, caps: Caps, of: Partial<Reservation> = {}) =>
  reserve({ keys: [`email:${n}@example.com`], estimate, caps, ...of })

/** What every layer of the ledger must keep to. */
export const ledgerSuite = (name: string, makeLayer: () => Layer.Layer<Ledger, unknown>): void => {
  const test = (title: string, body: Effect.Effect<void, unknown, Ledger>) =>
    it.live(title, () => Effect.provide(body, makeLayer()))

  describe(`${name}: rows`, () => {
    test(
      "counts the estimate while a request is open, and the charge once it is settled",
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* spent(), { day: 0, run: 0 })
        const id = yield* open()
        assert.deepStrictEqual(yield* spent(), { day: 2, run: 2 })
        yield* settle(id, 1)
        assert.deepStrictEqual(yield* spent(), { day: 1, run: 1 })
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
        assert.deepStrictEqual(yield* spent(), { day: 0.25, run: 0.25 })
      })
    )

    test(
      "sells the same subject again once it is settled",
      Effect.gen(function* () {
        yield* settle(yield* open(), 0)
        yield* settle(yield* open(), 2)
        yield* open()
        assert.deepStrictEqual(yield* spent(), { day: 4, run: 4 })
      })
    )

    test(
      "keeps calls about no subject apart: they are never busy and never undecided",
      Effect.gen(function* () {
        yield* open({ keys: [] })
        yield* lose(yield* open({ keys: [] }))
        yield* open({ keys: [] })
        assert.strictEqual((yield* unknowns()).length, 1)
      })
    )

    test(
      "ignores the settling of a row that it does not have",
      Effect.gen(function* () {
        yield* settle("no-such-row", 5)
        assert.deepStrictEqual(yield* spent(), { day: 0, run: 0 })
      })
    )
  })

  describe(`${name}: a request whose fate is unknown`, () => {
    test(
      "blocks the same subject, and says since when",
      Effect.gen(function* () {
        yield* lose(yield* open())
        assert.deepStrictEqual(yield* reserve({ nowMillis: NOON + HOUR }), { _tag: "Undecided", since: NOON })
        assert.strictEqual((yield* reserve({ keys: ["email:other@example.com"] }))._tag, "Reserved")
      })
    )

    test(
      "blocks by any one of its identifiers",
      Effect.gen(function* () {
        yield* lose(yield* open({ keys: ["email:ada@example.com", "url:ada"] }))
        assert.strictEqual((yield* reserve({ keys: ["phone:1", "url:ada"] }))._tag, "Undecided")
        assert.strictEqual((yield* reserve({ keys: ["phone:1"] }))._tag, "Reserved")
      })
    )

    test(
      "is listed with all that was written down, the oldest first",
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
          unkept: null,
          unkeptUntilMillis: null,
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
        assert.deepStrictEqual(yield* reserve({ nowMillis: end }), { _tag: "Undecided", since: NOON })
        // A late answer still settles it.
        yield* settle(id, 1)
        assert.deepStrictEqual(yield* unknowns({ nowMillis: end }), [])
        assert.strictEqual((yield* reserve({ nowMillis: end }))._tag, "Reserved")
      })
    )

    test(
      "counts what its answer says, where that is more than the estimate or there was none",
      Effect.gen(function* () {
        const { settle: write } = yield* Ledger
        const answers = [
          [2, 5],
          [2, 1],
          [null, 3]
        ] as const
        for (const [n, [estimate, told]] of answers.entries()) {
          const row = yield* open({ keys: [`${told}`], estimate, nowMillis: NOON + n })
          yield* write(row, { state: "unknown", told })
        }
        assert.deepStrictEqual(yield* spent(), { day: 10, run: 10 })
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
        const id = yield* open({ retryUnknown: true, nowMillis: NOON + 1 })
        assert.deepStrictEqual(yield* unknowns(), [])
        assert.deepStrictEqual(yield* spent(), { day: 4, run: 4 })
        yield* settle(id, 1)
        assert.deepStrictEqual(yield* spent(), { day: 3, run: 3 })
        yield* open({ nowMillis: NOON + 2 })
      })
    )

    test(
      "is what an open row of the future is: a wrong clock wrote it, and nobody waits a year for its lease",
      Effect.gen(function* () {
        yield* open({ nowMillis: NOON + 8_760 * HOUR })
        assert.strictEqual((yield* unknowns()).length, 1)
        assert.strictEqual((yield* reserve())._tag, "Undecided")
        yield* open({ retryUnknown: true })
        // Clocks of two programs differ a little.
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
        yield* open({ keys: ["a", "b"], retryUnknown: true, nowMillis: NOON + 1 })
        assert.deepStrictEqual(
          (yield* unknowns({ nowMillis: NOON + 1 })).map((row) => row.keys),
          [["c"]]
        )
        assert.deepStrictEqual(yield* spent(), { day: 8, run: 8 })
      })
    )

    test(
      "is not confirmed by a retry that a cap refused",
      Effect.gen(function* () {
        yield* lose(yield* open())
        const refused = yield* reserve({ retryUnknown: true, caps: { day: 3 } })
        assert.deepStrictEqual(refused, { _tag: "CapReached", cap: "day", limit: 3, spent: 2 })
        assert.strictEqual((yield* unknowns()).length, 1)
        assert.strictEqual((yield* reserve())._tag, "Undecided")
      })
    )
  })

  describe(`${name}: a purchase whose answer is not kept`, () => {
    test(
      "stands in the way of the same subject, with what it cost, for as long as it would have been kept",
      Effect.gen(function* () {
        yield* drop(yield* open(), { charged: 1 })
        const end = NOON + 24 * HOUR
        const bought = { _tag: "Unkept", since: NOON, charged: 1, unkept: "store" } as const
        assert.deepStrictEqual(yield* reserve(), bought)
        assert.deepStrictEqual(yield* reserve({ nowMillis: end - 1 }), bought)
        assert.strictEqual((yield* reserve({ keys: ["email:other@example.com"] }))._tag, "Reserved")
        assert.deepStrictEqual(yield* spent(), { day: 3, run: 3 })
        assert.deepStrictEqual(yield* unknowns(), [])
        assert.strictEqual((yield* reserve({ nowMillis: end }))._tag, "Reserved")
      })
    )

    test(
      "is found by each identifier asked and by those of its answer",
      Effect.gen(function* () {
        yield* drop(yield* open({ keys: ["a", "b"] }), { keys: ["b", "c"] })
        for (const key of ["a", "b", "c"])
          assert.strictEqual((yield* reserve({ keys: [key, "d"] }))._tag, "Unkept", key)
        assert.strictEqual((yield* reserve({ keys: ["d"] }))._tag, "Reserved")
      })
    )

    test(
      "that is about somebody else stands in the way of the same question alone",
      Effect.gen(function* () {
        yield* drop(yield* open({ keys: ["a", "b"] }), { unkept: "contradicted" })
        const again = yield* reserve({ keys: ["b", "a"] })
        assert.deepStrictEqual(again, { _tag: "Unkept", since: NOON, charged: 2, unkept: "contradicted" })
        assert.strictEqual((yield* reserve({ keys: ["a"] }))._tag, "Reserved")
        assert.strictEqual((yield* reserve({ keys: ["a", "b", "c"], operation: "enrichCompany" }))._tag, "Reserved")
      })
    )

    test(
      "is bought again by choice, each time anew until an answer is kept",
      Effect.gen(function* () {
        yield* drop(yield* open())
        yield* drop(yield* open({ retryUnknown: true }))
        assert.strictEqual((yield* reserve())._tag, "Unkept")
        yield* settle(yield* open({ retryUnknown: true }), 1)
        assert.strictEqual((yield* reserve())._tag, "Unkept")
        assert.deepStrictEqual(yield* spent(), { day: 5, run: 5 })
      })
    )

    test(
      "comes after what is under way and after what is unknown, and before a cap",
      Effect.gen(function* () {
        yield* drop(yield* open({ keys: ["a"] }))
        assert.strictEqual((yield* reserve({ keys: ["a"], caps: { day: 0 } }))._tag, "Unkept")
        const id = yield* open({ keys: ["b"] })
        assert.strictEqual((yield* reserve({ keys: ["a", "b"] }))._tag, "Busy")
        yield* lose(id)
        assert.strictEqual((yield* reserve({ keys: ["a", "b"] }))._tag, "Undecided")
      })
    )
  })

  describe(`${name}: a request under way`, () => {
    test(
      "makes the same subject busy, by any shared identifier, also for who would ask again",
      Effect.gen(function* () {
        const id = yield* open({ keys: ["a", "b"] })
        assert.deepStrictEqual(yield* reserve({ keys: ["b", "c"] }), { _tag: "Busy" })
        assert.deepStrictEqual(yield* reserve({ keys: ["a"], retryUnknown: true, run: "run-2" }), { _tag: "Busy" })
        assert.strictEqual((yield* reserve({ keys: ["c"] }))._tag, "Reserved")
        yield* settle(id, 0)
        assert.strictEqual((yield* reserve({ keys: ["a"] }))._tag, "Reserved")
      })
    )

    test(
      "comes before an unknown one: its answer may decide",
      Effect.gen(function* () {
        yield* lose(yield* open({ keys: ["a"] }))
        yield* open({ keys: ["b"] })
        assert.deepStrictEqual(yield* reserve({ keys: ["a", "b"] }), { _tag: "Busy" })
      })
    )

    test(
      "goes to one only of many who ask at once",
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

  describe(`${name}: caps`, () => {
    test(
      "let the last credit go and refuse the next one",
      Effect.gen(function* () {
        yield* settle(yield* open({ caps: { day: 4 } }), 2)
        assert.strictEqual((yield* another(1, 2, { day: 4 }))._tag, "Reserved")
        assert.deepStrictEqual(yield* another(2, 1, { day: 4 }), { _tag: "CapReached", cap: "day", limit: 4, spent: 4 })
        assert.deepStrictEqual(yield* spent(), { day: 4, run: 4 })
      })
    )

    test(
      "count estimates of what is open, unknown and confirmed",
      Effect.gen(function* () {
        yield* open({ keys: ["open"] })
        yield* lose(yield* open({ keys: ["lost"] }))
        yield* lose(yield* open({ keys: ["again"] }))
        yield* settle(yield* open({ keys: ["again"], retryUnknown: true }), 0)
        assert.deepStrictEqual(yield* another(1, 1, { day: 6 }), { _tag: "CapReached", cap: "day", limit: 6, spent: 6 })
        assert.strictEqual((yield* another(2, 1, { day: 7 }))._tag, "Reserved")
      })
    )

    test(
      "refuse everything at zero, but for what is free",
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
      "count a day from 00:00 UTC, and a run for as long as it lasts",
      Effect.gen(function* () {
        yield* settle(yield* open({ nowMillis: MIDNIGHT - 1 }), 2)
        assert.deepStrictEqual(yield* spent({ nowMillis: MIDNIGHT - 1 }), { day: 2, run: 2 })
        assert.deepStrictEqual(yield* spent({ nowMillis: MIDNIGHT }), { day: 0, run: 2 })
        const before = yield* another(1, 1, { day: 2 }, { nowMillis: MIDNIGHT - 1 })
        assert.strictEqual(before._tag, "CapReached")
        const after = yield* another(1, 1, { day: 2 }, { nowMillis: MIDNIGHT })
        assert.strictEqual(after._tag, "Reserved")
        assert.deepStrictEqual(yield* spent({ nowMillis: MIDNIGHT }), { day: 1, run: 3 })
        const sameRun = yield* another(2, 1, { run: 3 }, { nowMillis: MIDNIGHT })
        assert.deepStrictEqual(sameRun, { _tag: "CapReached", cap: "run", limit: 3, spent: 3 })
      })
    )

    test(
      "count a run by itself and a day over all runs",
      Effect.gen(function* () {
        yield* settle(yield* open(), 2)
        assert.deepStrictEqual(yield* spent({ run: "run-2" }), { day: 2, run: 0 })
        assert.strictEqual((yield* another(1, 2, { run: 2 }, { run: "run-2" }))._tag, "Reserved")
        const day = yield* another(2, 1, { run: 9, day: 4 }, { run: "run-3" })
        assert.deepStrictEqual(day, { _tag: "CapReached", cap: "day", limit: 4, spent: 4 })
      })
    )

    test(
      "take an unknown price for nothing: it is refused elsewhere",
      Effect.gen(function* () {
        yield* lose(yield* open({ keys: ["a"], estimate: null }))
        yield* settle(yield* open({ keys: ["b"], estimate: null }), null)
        yield* open({ keys: ["c"], estimate: null })
        assert.deepStrictEqual(yield* spent(), { day: 0, run: 0 })
      })
    )

    test(
      "are never passed by 100 who ask at once",
      Effect.gen(function* () {
        const results = yield* Effect.all(
          Array.from({ length: 100 }, (_, n) => another(n, 2, { day: 30, run: 30 }, { run: `run-${n % 2}` })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(results.filter((result) => result._tag === "Reserved").length, 15)
        assert.strictEqual(results.filter((result) => result._tag === "CapReached").length, 85)
        assert.strictEqual((yield* spent()).day, 30)
      })
    )
  })

  describe(`${name}: accounts and operations`, () => {
    test(
      "never meet: subjects, caps and unknowns are their own",
      Effect.gen(function* () {
        yield* open()
        assert.strictEqual((yield* reserve({ scope: "account-2", caps: { day: 2, run: 2 } }))._tag, "Reserved")
        assert.strictEqual((yield* reserve({ operation: "enrichCompany" }))._tag, "Reserved")
        yield* lose(yield* open({ scope: "account-3" }))
        assert.strictEqual((yield* unknowns({ scope: "account-3" })).length, 1)
        assert.deepStrictEqual(yield* unknowns({ scope: "account-2" }), [])
        assert.deepStrictEqual(yield* spent({ scope: "account-2" }), { day: 2, run: 2 })
        assert.deepStrictEqual(yield* spent({ scope: "account-4" }), { day: 0, run: 0 })
      })
    )

    test(
      "that pay by the same key are the same money: caps, unknowns, what is under way and what is not kept",
      Effect.gen(function* () {
        const ours = { purse: "00c0ffee00c0ffee" }
        const theirs = { ...ours, scope: "account-2" }
        const id = yield* open(ours)
        assert.deepStrictEqual(yield* reserve(theirs), { _tag: "Busy" })
        yield* lose(id)
        assert.deepStrictEqual(yield* reserve(theirs), { _tag: "Undecided", since: NOON })
        assert.deepStrictEqual(
          (yield* unknowns(theirs)).map((row) => [row.id, row.purse]),
          [[id, ours.purse]]
        )
        yield* drop(yield* open({ ...ours, keys: ["other"] }), { charged: 1, keys: ["its own"] })
        assert.strictEqual((yield* reserve({ ...theirs, keys: ["its own"] }))._tag, "Unkept")
        assert.deepStrictEqual(yield* spent(theirs), { day: 3, run: 3 })
        // A row of both counts once.
        assert.deepStrictEqual(yield* spent(ours), { day: 3, run: 3 })
        const capped = yield* another(1, 1, { day: 3 }, theirs)
        assert.deepStrictEqual(capped, { _tag: "CapReached", cap: "day", limit: 3, spent: 3 })
        const capped2 = yield* another(1, 1, { run: 3 }, theirs)
        assert.deepStrictEqual(capped2, { _tag: "CapReached", cap: "run", limit: 3, spent: 3 })
        // Another key of the account is the account's all the same; another account's own key is its own.
        assert.deepStrictEqual(yield* spent({ purse: "0123456789abcdef" }), { day: 3, run: 3 })
        assert.deepStrictEqual(yield* spent({ scope: "account-2", purse: "0123456789abcdef" }), { day: 0, run: 0 })
      })
    )

    test(
      "without a key's fingerprint are nobody else's",
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
      "are told apart whatever characters their names and identifiers hold",
      Effect.gen(function* () {
        const odd = ["a\nb", "a", "b", "'; DROP TABLE ledger; --", "%", "_", "ключ", "a,b", '["a"]', ""]
        for (const key of odd) yield* open({ keys: [key] })
        for (const key of odd) assert.strictEqual((yield* reserve({ keys: [key] }))._tag, "Busy", key)
        assert.strictEqual((yield* reserve({ keys: ["*"] }))._tag, "Reserved")
      })
    )
  })
}
