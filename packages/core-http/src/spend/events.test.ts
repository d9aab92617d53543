/** Tests of the cap on what the runs of one event may spend together. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import { runToEnd, guardOf, provider, quoteOf, run, slowStores, test } from "../../tests/lookups.ts"
import { SpendingEvent, SpendingPrincipal } from "./Quote.ts"
import { Spend } from "./Spend.ts"

const within = (id: string, credits?: number) =>
  Effect.provideService(SpendingEvent, { id, ...(credits !== undefined && { credits }) })
const as = (id: string) => Effect.provideService(SpendingPrincipal, { id })
const about = (name: string) => quoteOf({ keys: [`email:${name}@example.com`] })

describe("the credits of an event", () => {
  test(
    "are summed over accounts, callers and days, separately for each event",
    Effect.gen(function* () {
      const { send, sent } = provider()
      yield* runToEnd(run(about("a"), send).pipe(as("token:1"), within("msg_1", 3)))
      const other = { ...about("b"), scope: "account-2", cacheScope: "account-2" }
      yield* TestClock.adjust("1 day")
      const refused = yield* Effect.flip(run(other, send).pipe(as("token:2"), within("msg_1", 3)))
      assert.strictEqual(guardOf(refused), "cap")
      assert.deepStrictEqual(refused.reason._tag === "Refused" && refused.reason.cap, {
        kind: "event",
        limit: 3,
        spent: 2
      })
      assert.include(refused.message, "2 of the event's cap of 3 credits are used")
      yield* runToEnd(run(other, send).pipe(within("msg_2", 3)))
      yield* runToEnd(run(about("c"), send))
      assert.strictEqual(sent.count, 3)
    })
  )

  test(
    "refuse calls without a price, but not cached answers",
    Effect.gen(function* () {
      const { send, sent } = provider()
      for (const cap of [50, 0]) {
        const refused = yield* Effect.flip(run(quoteOf({ estimate: null }), send).pipe(within("msg_1", cap)))
        assert.deepStrictEqual([guardOf(refused), sent.count], ["cap", 0])
      }
      yield* runToEnd(run(about("a"), send))
      const cached = yield* run(about("a"), send).pipe(within("msg_1", 0))
      assert.isTrue(cached.fromCache)
    })
  )

  it.effect("that are used up do not refuse others that wait for the same lookup", () =>
    Effect.gen(function* () {
      const { send, sent } = provider()
      const poor = yield* Effect.forkChild(Effect.result(run(about("a"), send).pipe(within("msg_1", 1))))
      const rich = yield* Effect.forkChild(run(about("a"), send).pipe(within("msg_2", 50)))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(rich)).credits?.charged, 2)
      assert.strictEqual((yield* Fiber.join(poor))._tag, "Failure")
      assert.strictEqual(sent.count, 1)
    }).pipe(Effect.provide(Layer.provideMerge(Spend.layer("run-1"), slowStores)))
  )
})
