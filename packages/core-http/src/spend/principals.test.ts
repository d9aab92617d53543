/** Tests of a caller's daily cap, in a program with several callers. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import { runToEnd, facts, failing, guardOf, provider, quoteOf, run, slowStores, test } from "../../tests/lookups.ts"
import { capReached } from "./Ledger.ts"
import { SpendingEvent, SpendingPrincipal, UnknownCharge } from "./Quote.ts"
import { Spend } from "./Spend.ts"

const as = (id: string, creditsPerDay?: number) =>
  Effect.provideService(SpendingPrincipal, { id, ...(creditsPerDay !== undefined && { creditsPerDay }) })
const about = (name: string) => quoteOf({ keys: [`email:${name}@example.com`] })

describe("the credits of a caller's day", () => {
  test(
    "are summed over accounts, separately for each caller, and reset with the UTC day",
    Effect.gen(function* () {
      const { send, sent } = provider()
      yield* runToEnd(run(about("a"), send).pipe(as("token:1", 3)))
      const other = { ...about("b"), scope: "account-2", cacheScope: "account-2" }
      const refused = yield* Effect.flip(run(other, send).pipe(as("token:1", 3)))
      assert.strictEqual(guardOf(refused), "cap")
      assert.deepStrictEqual(refused.reason._tag === "Refused" && refused.reason.cap, {
        kind: "principal",
        limit: 3,
        spent: 2
      })
      yield* runToEnd(run(other, send).pipe(as("token:2", 3)))
      assert.strictEqual(sent.count, 2)
      yield* TestClock.adjust("1 day")
      yield* runToEnd(run(about("c"), send).pipe(as("token:1", 3)))
      assert.strictEqual(sent.count, 3)
    })
  )

  test(
    "do not limit callers without a cap, or free calls",
    Effect.gen(function* () {
      const { send } = provider()
      yield* runToEnd(run(about("a"), send))
      yield* runToEnd(run(about("b"), send).pipe(as("token:1")))
      const cached = yield* run(about("a"), send).pipe(as("token:3", 0))
      assert.isTrue(cached.fromCache)
    })
  )

  test(
    "include a lost answer that it says was not charged, unless it manages the caps",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const lostAnswer = run(about("a"), failing({ _tag: "Decode", ...facts }).send)
      const notCharged = Effect.provideService(run(about("a"), send), UnknownCharge, "not_charged")
      yield* Effect.flip(lostAnswer.pipe(as("token:1", 3)))
      assert.strictEqual(guardOf(yield* runToEnd(Effect.flip(notCharged.pipe(as("token:1", 3))))), "cap")
      const manager = { id: "token:1", creditsPerDay: 3, managesCaps: true }
      yield* runToEnd(Effect.provideService(notCharged, SpendingPrincipal, manager))
      assert.strictEqual(sent.count, 1)
    })
  )

  test(
    "refuse calls without a price",
    Effect.gen(function* () {
      const { send, sent } = provider()
      for (const cap of [50, 0]) {
        const refused = yield* Effect.flip(run(quoteOf({ estimate: null }), send).pipe(as("token:1", cap)))
        assert.deepStrictEqual([guardOf(refused), sent.count], ["cap", 0])
      }
    })
  )

  it.effect("that are used up do not refuse others that wait for the same lookup", () =>
    Effect.gen(function* () {
      const { send, sent } = provider()
      const poor = yield* Effect.forkChild(Effect.result(run(about("a"), send).pipe(as("token:1", 1))))
      const rich = yield* Effect.forkChild(run(about("a"), send).pipe(as("token:2", 50)))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(rich)).credits?.charged, 2)
      assert.strictEqual((yield* Fiber.join(poor))._tag, "Failure")
      assert.strictEqual(sent.count, 1)
    }).pipe(Effect.provide(Layer.provideMerge(Spend.layer("run-1"), slowStores)))
  )

  test(
    "are part of a preview",
    Effect.gen(function* () {
      const { send } = provider()
      yield* runToEnd(run(about("a"), send).pipe(as("token:1", 3)))
      const spend = yield* Spend
      const { caps, left, refusal } = yield* spend.preview(about("b")).pipe(as("token:1", 3))
      assert.deepStrictEqual([caps, left], [{ principal: 3 }, { principal: 1 }])
      assert.strictEqual(guardOf(refusal), "cap")
    })
  )

  for (const [whose, id, service] of [
    ["caller", { id: "", creditsPerDay: 50 }, SpendingPrincipal],
    ["event", { id: "", credits: 50 }, SpendingEvent]
  ] as const) {
    test(
      `refuse every purchase of ${whose} whose id is missing, because nothing counts its spending`,
      Effect.gen(function* () {
        const { send, sent } = provider()
        const refused = yield* runToEnd(Effect.flip(Effect.provideService(run(about("a"), send), service as never, id)))
        assert.deepStrictEqual([guardOf(refused), sent.count], ["cap", 0])
      })
    )
  }

  it("are refused by a store that does not count them", () => {
    assert.deepStrictEqual(capReached({ principal: 5 }, { day: 0, run: 0 }, 1), {
      _tag: "CapReached",
      cap: "principal",
      limit: 5,
      spent: 5
    })
  })
})
