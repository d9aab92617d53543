import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import {
  LIMIT,
  quoteOf,
  facts,
  guardOf,
  provider,
  failing,
  run,
  runToEnd,
  spent,
  test,
  broken,
  slowStores,
  diskFull
} from "../../tests/lookups.ts"
import type { ProviderError, Reason } from "../errors/ProviderError.ts"
import { Spend, UnknownCharge, type Answer, type UnknownChargeDecision } from "./Spend.ts"

describe("concurrent lookups", () => {
  test(
    "of the same subject are one: one request, one charge",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const answers = yield* runToEnd(
        Effect.all(
          Array.from({ length: 20 }, () => run(quoteOf(), send)),
          { concurrency: "unbounded" }
        )
      )
      assert.strictEqual(sent.count, 1)
      assert.deepStrictEqual(
        answers.map((answer) => answer.credits?.charged),
        [2, ...Array.from({ length: 19 }, () => 0)]
      )
      assert.isTrue(answers.every((answer, n) => answer.fromCache === n > 0))
      assert.strictEqual(yield* spent, 2)
    })
  )

  test(
    "that share an identifier are one if the answer confirms it",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: true, keys: ["b"] })
      // What the first has bought costs the second nothing, so no cap refuses it.
      const caps = { day: 2 }
      yield* runToEnd(
        Effect.all([run(quoteOf({ keys: ["a", "b"], caps }), send), run(quoteOf({ keys: ["b", "c"], caps }), send)], {
          concurrency: 2
        })
      )
      assert.strictEqual(sent.count, 1)
    })
  )

  test(
    "that share an identifier are two if the answer does not say whom it is about",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const ask = (keys: ReadonlyArray<string>) => run(quoteOf({ keys }), send)
      yield* runToEnd(Effect.all([ask(["a", "b"]), ask(["b", "c"])], { concurrency: 2 }))
      assert.strictEqual(sent.count, 2)
      // If the same questions are asked again, both are answered from the cache.
      yield* runToEnd(Effect.all([ask(["b", "a"]), ask(["b", "c"])], { concurrency: 2 }))
      assert.strictEqual(sent.count, 2)
      yield* runToEnd(ask(["b"]))
      assert.strictEqual(sent.count, 3)
    })
  )

  test(
    "of one account at two addresses are two: neither is answered by the other's provider",
    Effect.gen(function* () {
      const [one, other] = [provider({ match: true, keys: ["one"] }), provider({ match: true, keys: ["other"] })]
      const answers = yield* runToEnd(
        Effect.all(
          [run(quoteOf({ cacheScope: "a@one" }), one.send), run(quoteOf({ cacheScope: "a@other" }), other.send)],
          {
            concurrency: 2
          }
        )
      )
      assert.deepStrictEqual([one.sent.count, other.sent.count], [1, 1])
      assert.deepStrictEqual(
        answers.map(({ body }) => body),
        [
          { match: true, keys: ["one"] },
          { match: true, keys: ["other"] }
        ]
      )
    })
  )

  test(
    "of one account whose key is replaced in between are two: the new key does not fail because the old one did",
    Effect.gen(function* () {
      const old = failing({ _tag: "Unauthorized", ...facts })
      const { send, sent } = provider()
      const [rejected, answer] = yield* runToEnd(
        Effect.all(
          [
            Effect.exit(run(quoteOf({ purse: "old" }), Effect.delay(old.send, "1 second"))),
            run(quoteOf({ purse: "new" }), send)
          ],
          { concurrency: 2 }
        ),
        "3 seconds"
      )
      assert.isTrue(Exit.isFailure(rejected))
      assert.deepStrictEqual([answer.credits?.charged, old.sent.count, sent.count], [2, 1, 1])
    })
  )

  test(
    "of one account whose key is replaced in between are one if the old key still works: one charge",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const answers = yield* runToEnd(
        Effect.all([run(quoteOf({ purse: "old" }), send), run(quoteOf({ purse: "new" }), send)], { concurrency: 2 }),
        "3 seconds"
      )
      assert.deepStrictEqual([answers[1].credits?.charged, sent.count], [0, 1])
    })
  )

  test(
    "that share an identifier are two if the first missed and the second has more identifiers",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: false })
      yield* runToEnd(
        Effect.all([run(quoteOf({ keys: ["a"] }), send), run(quoteOf({ keys: ["a", "b"] }), send)], { concurrency: 2 })
      )
      assert.strictEqual(sent.count, 2)
    })
  )

  test(
    "of different subjects, operations or accounts are separate",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const all = [{}, { keys: ["b"] }, { operation: "enrichCompany" }, { scope: "account-2" }]
      yield* runToEnd(
        Effect.all(
          all.map((of) => run(quoteOf(of), send)),
          { concurrency: "unbounded" }
        )
      )
      assert.strictEqual(sent.count, 4)
    })
  )

  test(
    "of the same subject share a failure",
    Effect.gen(function* () {
      const { send, sent } = failing({ _tag: "Unauthorized", ...facts })
      const slow = Effect.andThen(Effect.sleep("1 second"), send)
      const errors = yield* runToEnd(
        Effect.all(
          Array.from({ length: 5 }, () => Effect.flip(run(quoteOf(), slow))),
          { concurrency: "unbounded" }
        )
      )
      assert.strictEqual(sent.count, 1)
      assert.isTrue(errors.every((error) => error.reason._tag === "Unauthorized"))
    })
  )

  test(
    "do not share the failure of another question",
    Effect.gen(function* () {
      const wrong = failing({ _tag: "Invalid", fields: [], ...facts })
      const right = provider()
      const [first, second] = yield* runToEnd(
        Effect.all(
          [
            Effect.exit(run(quoteOf({ keys: ["a", "wrong"] }), Effect.andThen(Effect.sleep("1 second"), wrong.send))),
            Effect.exit(run(quoteOf({ keys: ["a"] }), right.send))
          ],
          { concurrency: 2 }
        ),
        "3 seconds"
      )
      assert.isTrue(Exit.isFailure(first))
      assert.isTrue(Exit.isSuccess(second))
    })
  )

  it.effect("share an answer that could not be stored", () =>
    Effect.gen(function* () {
      const { send, sent } = provider()
      const answers = yield* runToEnd(Effect.all([run(quoteOf(), send), run(quoteOf(), send)], { concurrency: 2 }))
      assert.strictEqual(sent.count, 1)
      assert.deepStrictEqual(
        answers.map((answer) => [answer.credits?.charged, answer.uncached]),
        [
          [2, "store"],
          [0, "store"]
        ]
      )
    }).pipe(Effect.provide(broken({}, { store: () => diskFull("cache.store") })))
  )

  test(
    "end in time for waiting callers",
    Effect.gen(function* () {
      const { send } = provider({ match: true }, "10 minutes")
      yield* Effect.forkChild(run(quoteOf(), send))
      yield* Effect.yieldNow
      const error = yield* runToEnd(Effect.flip(run(quoteOf(), send)), LIMIT)
      assert.deepStrictEqual([error.reason._tag, error.charged], ["Timeout", undefined])
      assert.include(error.message, "already in progress")
    })
  )
})

describe("a lookup that waits for two others", () => {
  test(
    "ends in time: the second wait is only as long as what the first has left",
    Effect.gen(function* () {
      for (const [key, pause] of [
        ["a", "20 seconds"],
        ["b", "10 minutes"]
      ] as const) {
        yield* Effect.forkChild(run(quoteOf({ keys: [key] }), provider({ match: false }, pause).send))
      }
      yield* Effect.yieldNow
      const { send, sent } = provider()
      const error = yield* runToEnd(Effect.flip(run(quoteOf({ keys: ["a", "b"] }), send)), LIMIT)
      assert.deepStrictEqual([error.reason._tag, sent.count], ["Timeout", 0])
    })
  )
})

describe("a lookup that joins one that needs a decision", () => {
  const slow = Layer.provideMerge(Spend.layer("run-1"), slowStores)
  const joining = (decision: UnknownChargeDecision, first: Effect.Effect<unknown, ProviderError, Spend>) =>
    Effect.gen(function* () {
      yield* runToEnd(Effect.exit(first))
      const { send, sent } = provider()
      const leader = yield* Effect.forkChild(Effect.flip(run(quoteOf(), send)))
      yield* TestClock.adjust("10 millis")
      const joiner = yield* Effect.forkChild(
        Effect.exit(Effect.provideService(run(quoteOf(), send), UnknownCharge, decision))
      )
      yield* TestClock.adjust("5 seconds")
      const refusal = yield* Fiber.join(leader)
      return { refusal, exit: yield* Fiber.join(joiner), sent: sent.count }
    }).pipe(Effect.provide(slow))

  const lostAnswer = run(quoteOf(), failing({ _tag: "Decode", ...facts }).send)
  for (const decision of ["ask_again", "charged", "not_charged"] as const) {
    it.effect(`continues by itself if its own caller has decided: ${decision}`, () =>
      Effect.gen(function* () {
        const { refusal, exit, sent } = yield* joining(decision, lostAnswer)
        assert.strictEqual(guardOf(refusal), "unknownCharge")
        assert.isTrue(Exit.isSuccess(exit) && !exit.value.fromCache)
        assert.strictEqual(sent, 1)
      })
    )
  }

  it.effect("continues by itself if the answer was not saved", () =>
    Effect.gen(function* () {
      const other = quoteOf({ soleKeys: ["email:ada@example.com"] })
      const elsewhere = provider({ match: true, keys: ["email:grace@example.com"] })
      const { refusal, exit, sent } = yield* joining("ask_again", run(other, elsewhere.send))
      assert.strictEqual(guardOf(refusal), "uncached")
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(sent, 1)
    })
  )

  it.effect("is refused with it if nobody has decided", () =>
    Effect.gen(function* () {
      const { exit, sent } = yield* joining("block", lostAnswer)
      assert.isTrue(Exit.isFailure(exit))
      assert.strictEqual(sent, 0)
    })
  )
})

describe("a lookup that joins one with less time", () => {
  const first = (reason: Reason, afterMillis: number) => Effect.andThen(Effect.sleep(afterMillis), failing(reason).send)
  /** The second lookup begins at the same moment. */
  const second = (
    leader: Effect.Effect<Answer, ProviderError>,
    limitMillis = LIMIT,
    decision: UnknownChargeDecision = "block"
  ) =>
    Effect.gen(function* () {
      const { send, sent } = provider()
      yield* Effect.forkChild(Effect.exit(run(quoteOf(), leader)))
      yield* Effect.yieldNow
      const spend = yield* Spend
      const asking = Effect.provideService(
        spend.run(quoteOf(), () => send, limitMillis),
        UnknownCharge,
        decision
      )
      const exit = yield* runToEnd(Effect.exit(asking), "5 seconds")
      return { succeeded: Exit.isSuccess(exit), sent: sent.count }
    })

  for (const [end, reason] of [
    ["in time", { _tag: "Timeout", sent: false, ...facts }],
    ["at a wait that did not fit", { _tag: "RateLimited", retryAfterSeconds: 2, ...facts }]
  ] as const) {
    test(
      `continues by itself if that ended ${end} and nothing was sent`,
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* second(first(reason, 200)), { succeeded: true, sent: 1 })
      })
    )
  }

  test(
    "fails with it if it has no time left either, or a request may have been served",
    Effect.gen(function* () {
      const timeout = { _tag: "Timeout", sent: false, ...facts } as const
      const limited = { _tag: "RateLimited", retryAfterSeconds: 2, ...facts } as const
      assert.deepStrictEqual(yield* second(first(timeout, 200), 500), { succeeded: false, sent: 0 })
      assert.deepStrictEqual(yield* second(first(limited, 200), 2000), { succeeded: false, sent: 0 })
      const endless = { _tag: "RateLimited", ...facts } as const
      assert.deepStrictEqual(yield* second(first(endless, 200)), { succeeded: false, sent: 0 })
      // Its caller decided about earlier lookups, not about the one that it waited for.
      assert.deepStrictEqual(yield* second(first({ ...timeout, sent: true }, 200), LIMIT, "ask_again"), {
        succeeded: false,
        sent: 0
      })
    })
  )
})
