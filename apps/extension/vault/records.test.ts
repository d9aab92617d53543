import { assert, describe, it } from "@effect/vitest"
import { Ledger, type Reservation } from "@inlay/core-http/Ledger"
import { LookupCache } from "@inlay/core-http/LookupCache"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { databaseWithPayers } from "../tests/vault-world.ts"
import * as cache from "./cache.ts"
import { Database, type Store } from "./database/Database.ts"
import * as ledger from "./ledger.ts"

const NOON = Date.UTC(2026, 10, 22, 12)
const question = { scope: "account", operation: "enrichPerson", keys: ["slug:ann"] }
const entry = { ...question, match: true, status: 200, body: {}, fetchedAtMillis: NOON, expiresAtMillis: NOON + 1e9 }
const reservation: Reservation = {
  ...question,
  purse: "",
  estimate: 2,
  run: "session",
  nowMillis: NOON,
  leaseMillis: 60_000,
  caps: { day: 10 },
  decision: "block" as const
}

const spoil = (store: Store, change: (record: Record<string, unknown>) => unknown) =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<void>("spoil", [store], "readwrite", (transaction, give) => {
      const records: IDBRequest<Array<Record<string, unknown>>> = transaction.objectStore(store).getAll()
      records.onsuccess = () => {
        for (const record of records.result) transaction.objectStore(store).put(change(record))
        give()
      }
    })
  )

const over = <A, E>(effect: Effect.Effect<A, E, Ledger | LookupCache | Database>) =>
  Effect.suspend(() =>
    Effect.provide(effect, Layer.provideMerge(Layer.merge(ledger.layer, cache.layer), databaseWithPayers()))
  )

describe("a damaged record of this browser", () => {
  for (const [name, change] of [
    ["no entry at all", () => undefined],
    ["keys that are no list", (record: object) => ({ ...record, keys: 7 })],
    ["an impossible time", (record: object) => ({ ...record, fetchedAtMillis: "noon" })],
    ["an operation that is no text", (record: object) => ({ ...record, operation: 7 })],
    ["a match that is neither", (record: object) => ({ ...record, match: "yes" })]
  ] as const) {
    it.effect(`of an answer counts as absent, and is replaced: ${name}`, () =>
      over(
        Effect.gen(function* () {
          const { store, find } = yield* LookupCache
          yield* store(entry)
          yield* spoil("answers", (record) => ({ ...record, entry: change(entry) }))
          assert.deepStrictEqual(yield* find(question, NOON), [])
          yield* store(entry)
          assert.strictEqual((yield* find(question, NOON)).length, 1)
        })
      )
    )
  }

  it.effect("of a paid answer is bought again only if the user confirms, until the answer would have expired", () =>
    over(
      Effect.gen(function* () {
        const { store, find } = yield* LookupCache
        const { reserve, settle } = yield* Ledger
        const row = yield* reserve(reservation)
        if (row._tag !== "Reserved") return assert.fail()
        yield* store({ ...entry, scope: "account@https://api.provider.example/v1" })
        yield* settle(row.id, { state: "settled", charged: 2 })
        yield* spoil("answers", (record) => ({ ...record, entry: "{" }))
        const places = { ...question, scope: "account@https://api.provider.example/v1" }
        assert.deepStrictEqual(yield* find(places, NOON), [])
        const again = { since: NOON, charged: 2, uncached: "store" } as const
        assert.deepStrictEqual(yield* reserve(reservation), { _tag: "Uncached", ...again })
        // For as long as answers are kept.
        const end = NOON + 30 * 86_400_000
        assert.strictEqual((yield* reserve({ ...reservation, nowMillis: end - 1 }))._tag, "Uncached")
        assert.strictEqual((yield* reserve({ ...reservation, nowMillis: end }))._tag, "Reserved")
        assert.strictEqual((yield* reserve({ ...reservation, keys: ["slug:bob"] }))._tag, "Reserved")
        assert.strictEqual((yield* reserve({ ...reservation, decision: "ask_again" }))._tag, "Reserved")
      })
    )
  )

  it.effect(
    "of a free answer needs no confirmation, and one of a purchase of unknown charge still needs the decision",
    () =>
      over(
        Effect.gen(function* () {
          const { store, find } = yield* LookupCache
          const { reserve, settle } = yield* Ledger
          const free = yield* reserve(reservation)
          const unanswered = yield* reserve({ ...reservation, keys: ["slug:bob"] })
          if (free._tag !== "Reserved" || unanswered._tag !== "Reserved") return assert.fail()
          yield* settle(free.id, { state: "settled", charged: 0 })
          yield* settle(unanswered.id, { state: "unknown" })
          yield* store(entry)
          yield* store({ ...entry, keys: ["slug:bob"] })
          yield* spoil("answers", (record) => ({ ...record, entry: "{" }))
          for (const keys of [question.keys, ["slug:bob"]]) yield* find({ ...question, keys }, NOON)
          assert.strictEqual((yield* reserve(reservation))._tag, "Reserved")
          assert.strictEqual((yield* reserve({ ...reservation, keys: ["slug:bob"] }))._tag, "UnknownCharge")
          return undefined
        })
      )
  )

  for (const [name, change] of [
    ["a charge that is no number", { state: "settled", charged: Number.NaN }],
    ["a charge of infinity", { state: "settled", charged: Number.POSITIVE_INFINITY }],
    ["a least charge that is no number", { state: "settled", charged: 1, leastCounted: Number.NaN }],
    ["a state that is none", { state: "bogus" }],
    ["a state that is no text", { state: 7 }],
    ["no state", { state: undefined }],
    ["no keys", { keys: undefined, state: "unknown" }]
  ] as const) {
    it.effect(`of a purchase has an unknown charge, and blocks no other: ${name}`, () =>
      over(
        Effect.gen(function* () {
          const { reserve, settle, spent, unknowns } = yield* Ledger
          yield* reserve(reservation)
          yield* spoil("ledger", (record) => ({ ...record, ...change }))
          assert.strictEqual((yield* spent(reservation, { nowMillis: NOON, run: "session" })).day, 2)
          assert.strictEqual((yield* reserve(reservation))._tag, "UnknownCharge")
          assert.strictEqual((yield* reserve({ ...reservation, keys: ["slug:bob"] }))._tag, "Reserved")
          yield* ledger.mend
          const [row] = yield* unknowns(reservation, NOON)
          assert.strictEqual(row?.charged, null)
          yield* settle(row?.id ?? "", { state: "settled", charged: 1 })
          assert.deepStrictEqual(yield* unknowns(reservation, NOON), [])
          assert.strictEqual((yield* reserve(reservation))._tag, "Reserved")
        })
      )
    )
  }

  for (const state of ["bogus", "a", "zz", 7]) {
    it.effect(`of a purchase is listed at once if its state is invalid: ${state}`, () =>
      over(
        Effect.gen(function* () {
          const { reserve, unknowns } = yield* Ledger
          yield* reserve(reservation)
          yield* spoil("ledger", (record) => ({ ...record, state }))
          assert.strictEqual((yield* unknowns(reservation, NOON)).length, 1)
        })
      )
    )
  }
})
