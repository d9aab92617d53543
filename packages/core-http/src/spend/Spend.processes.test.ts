import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import { LIMIT, quoteOf, provider, stores, runToEnd, slowStores, spent, unknowns } from "../../tests/lookups.ts"
import { Ledger } from "./Ledger.ts"
import type { LookupCache } from "./LookupCache.ts"
import { Spend, type Quote } from "./Spend.ts"

describe("two processes over one ledger", () => {
  /** Two `Spend` services, as in two processes that share only the stores. */
  const processes = Effect.gen(function* () {
    const sharedStores = yield* Effect.context<Ledger | LookupCache>()
    const start = (name: string) =>
      Effect.map(Layer.build(Layer.fresh(Spend.layer(name))), (context) => Context.get(context, Spend))
    return yield* Effect.all([start("run-1"), start("run-2")]).pipe(Effect.provideContext(sharedStores))
  })
  const both = (title: string, body: Effect.Effect<void, unknown, Ledger | LookupCache>, layer = stores) =>
    it.effect(title, () => Effect.provide(body, layer))

  both(
    "buy one subject once: the second waits for the first",
    Effect.gen(function* () {
      const [one, two] = yield* Effect.scoped(processes)
      const { send, sent } = provider()
      const [first, second] = yield* runToEnd(
        Effect.all([one.run(quoteOf(), () => send, LIMIT), two.run(quoteOf(), () => send, LIMIT)], { concurrency: 2 })
      )
      assert.strictEqual(sent.count, 1)
      assert.deepStrictEqual([first.credits?.charged, second.credits?.charged], [2, 0])
    })
  )

  both(
    "never buy twice, whatever the moment at which the second looks",
    Effect.gen(function* () {
      const [one, two] = yield* Effect.scoped(processes)
      const { send, sent } = provider({ match: true }, "100 millis")
      for (let offset = 0; offset < 300; offset += 4) {
        const quote = quoteOf({ keys: [`k${offset}`] })
        yield* runToEnd(
          Effect.all(
            [
              one.run(quote, () => send, LIMIT),
              Effect.delay(
                two.run(quote, () => send, LIMIT),
                offset
              )
            ],
            {
              concurrency: 2
            }
          )
        )
      }
      assert.strictEqual(sent.count, 75)
      // A reservation that found the answer cached leaves no open row.
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([yield* spent, yield* unknowns], [150, 0])
    }),
    slowStores
  )

  both(
    "hold one day cap together, and each its own run cap",
    Effect.gen(function* () {
      const [one, two] = yield* Effect.scoped(processes)
      const { send } = provider()
      const buy = (spend: Spend["Service"], key: string, caps: Quote["caps"]) =>
        runToEnd(Effect.exit(spend.run(quoteOf({ keys: [key], caps }), () => send, LIMIT)))
      assert.isTrue(Exit.isSuccess(yield* buy(one, "a", { run: 2, day: 5 })))
      assert.isTrue(Exit.isFailure(yield* buy(one, "b", { run: 2, day: 5 })))
      assert.isTrue(Exit.isSuccess(yield* buy(two, "b", { run: 2, day: 5 })))
      assert.isTrue(Exit.isFailure(yield* buy(two, "c", { day: 5 })))
    })
  )

  both(
    "learn of a process that died: busy until its lease ends, then of unknown charge",
    Effect.gen(function* () {
      const [one, two] = yield* Effect.scoped(processes)
      const ledger = yield* Ledger
      // A row that is never settled.
      yield* ledger.reserve({
        ...quoteOf(),
        run: "dead",
        nowMillis: 0,
        leaseMillis: 20_000,
        decision: "block"
      })
      const { send, sent } = provider()
      const impatient = yield* runToEnd(Effect.flip(one.run(quoteOf(), () => send, 5_000)), "6 seconds")
      assert.deepStrictEqual([impatient.reason._tag, impatient.charged], ["Timeout", undefined])
      const error = yield* runToEnd(Effect.flip(two.run(quoteOf(), () => send, LIMIT)), "20 seconds")
      assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "unknownCharge")
      assert.strictEqual(sent.count, 0)
    })
  )
})
