import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import {
  LIMIT,
  quoteOf,
  facts,
  provider,
  failing,
  stores,
  run,
  runToEnd,
  spent,
  unknowns,
  broken,
  diskFull
} from "../../tests/lookups.ts"
import { Ledger } from "./Ledger.ts"
import { LookupCache } from "./LookupCache.ts"
import { Spend } from "./Spend.ts"

describe("storage that fails", () => {
  const before: ReadonlyArray<readonly [string, Partial<Ledger["Service"]>, Partial<LookupCache["Service"]>]> = [
    ["the ledger", { reserve: () => diskFull("ledger.reserve") }, {}],
    ["the cache", {}, { find: () => diskFull("cache.find") }]
  ]
  for (const [name, ledger, cache] of before) {
    it.effect(`before sending sends nothing: ${name}`, () =>
      Effect.gen(function* () {
        const { send, sent } = provider()
        const error = yield* Effect.flip(run(quoteOf(), send))
        assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "ledger")
        assert.include(error.message, "disk full")
        assert.include(error.message, "Nothing was sent.")
        assert.strictEqual(sent.count, 0)
      }).pipe(Effect.provide(broken(ledger, cache)))
    )
  }

  it.effect("between the reservation and sending leaves no open row: the cache", () => {
    let finds = 0
    return Effect.gen(function* () {
      const cache = yield* LookupCache
      const find: typeof cache.find = (...of) =>
        Effect.suspend(() => ((finds += 1) === 3 ? diskFull("cache.find") : cache.find(...of)))
      const layers = Layer.provide(
        Spend.layer("run-1"),
        Layer.merge(Layer.succeed(Ledger, yield* Ledger), Layer.succeed(LookupCache, { ...cache, find }))
      )
      const { send, sent } = provider()
      const error = yield* Effect.flip(Effect.provide(run(quoteOf(), send), layers))
      assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "ledger")
      assert.deepStrictEqual([finds, sent.count, yield* spent], [3, 0, 0])
    }).pipe(Effect.provide(stores))
  })

  it.effect("after the answer keeps the answer: the ledger, whose row then reads as unknown", () =>
    Effect.gen(function* () {
      const answer = yield* runToEnd(run(quoteOf(), provider().send))
      assert.strictEqual(answer.credits?.charged, 2)
      assert.isTrue((yield* run(quoteOf(), provider().send)).fromCache)
      yield* TestClock.adjust(LIMIT + 5_000)
      assert.strictEqual(yield* unknowns, 1)
    }).pipe(Effect.provide(broken({ settle: () => diskFull("ledger.settle") })))
  )

  it.effect("after the answer: the missing ledger row is written before anything else is bought", () => {
    let full = true
    let writes = 0
    return Effect.gen(function* () {
      const healthy = yield* Ledger
      const settle: typeof healthy.settle = (id, outcome) =>
        Effect.suspend(() => {
          if (full) return diskFull("ledger.settle")
          writes += 1
          return healthy.settle(id, outcome)
        })
      const layers = Layer.provide(
        Spend.layer("run-1"),
        Layer.merge(Layer.succeed(Ledger, { ...healthy, settle }), Layer.succeed(LookupCache, yield* LookupCache))
      )
      yield* Effect.gen(function* () {
        const { send, sent } = provider({ match: true, charged: 1 })
        yield* runToEnd(run(quoteOf(), send))
        const error = yield* Effect.flip(run(quoteOf({ keys: ["another"] }), send))
        assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "ledger")
        assert.strictEqual(sent.count, 1)
        full = false
        yield* runToEnd(run(quoteOf({ keys: ["another"] }), send))
        assert.strictEqual(yield* spent, 2)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* unknowns, 0)
        // It is written once. By now, somebody may have settled its row otherwise.
        yield* runToEnd(run(quoteOf({ keys: ["a third"] }), send))
        assert.strictEqual(writes, 3)
      }).pipe(Effect.provide(layers))
    }).pipe(Effect.provide(stores))
  })

  it.effect("after the answer keeps the answer: the cache", () =>
    Effect.gen(function* () {
      const answer = yield* runToEnd(run(quoteOf(), provider().send))
      assert.strictEqual(answer.credits?.charged, 2)
      assert.strictEqual(answer.uncached, "store")
      assert.strictEqual(yield* spent, 2)
    }).pipe(Effect.provide(broken({}, { store: () => diskFull("cache.store") })))
  )

  it.effect("after an answer without a price says that its charge is unknown: the cache", () =>
    Effect.gen(function* () {
      const quote = quoteOf({ estimate: null })
      assert.strictEqual((yield* runToEnd(run(quote, provider().send))).credits?.charged, "unknown")
      const { message } = yield* Effect.flip(run(quote, provider().send))
      assert.match(message, /was bought at 1970-.* for an unknown charge, and its answer could not be kept\./)
    }).pipe(Effect.provide(broken({}, { store: () => diskFull("cache.store") })))
  )

  it.effect("after the answer keeps the answer: a cache that breaks", () =>
    Effect.gen(function* () {
      const answer = yield* runToEnd(run(quoteOf(), provider().send))
      assert.deepStrictEqual([answer.credits?.charged, answer.uncached], [2, "store"])
      assert.deepStrictEqual([yield* spent, yield* unknowns], [2, 0])
    }).pipe(Effect.provide(broken({}, { store: () => Effect.die(new RangeError("Invalid string length")) })))
  )

  it.effect("after a failure keeps the failure", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(quoteOf(), failing({ _tag: "Unauthorized", ...facts }).send))
      assert.strictEqual(error.reason._tag, "Unauthorized")
    }).pipe(Effect.provide(broken({ settle: () => diskFull("ledger.settle") })))
  )
})
