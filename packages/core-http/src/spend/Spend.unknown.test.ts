import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import {
  LIMIT,
  quoteOf,
  facts,
  provider,
  failing,
  run,
  runToEnd,
  spent,
  unknowns,
  test,
  slowStores
} from "../../tests/lookups.ts"
import { ProviderError, type Reason } from "../errors/ProviderError.ts"
import { Spend, UnknownCharge } from "./Spend.ts"

describe("a lookup with an unknown outcome", () => {
  const lostAnswers: ReadonlyArray<readonly [string, Reason]> = [
    ["a timeout", { _tag: "Timeout", sent: true, ...facts }],
    ["a reset", { _tag: "Transport", sent: true, ...facts }],
    ["an unreadable answer", { _tag: "Decode", ...facts }],
    ["a 5xx", { _tag: "Unavailable", status: 503, ...facts }]
  ]
  for (const [name, reason] of lostAnswers) {
    test(
      `after ${name}: is reported, counts, and is sent again only by choice`,
      Effect.gen(function* () {
        const { send, sent } = failing(reason)
        const error = yield* Effect.flip(run(quoteOf(), send))
        assert.strictEqual(error.charged, "unknown")
        assert.strictEqual(error.reason._tag, reason._tag)
        assert.deepStrictEqual(error.reason.remedy, { to: "checkCharge" })
        assert.strictEqual(yield* spent, 2)
        assert.strictEqual(yield* unknowns, 1)

        const again = provider()
        const refusal = yield* Effect.flip(run(quoteOf(), again.send))
        assert.strictEqual(refusal.reason._tag === "Refused" && refusal.reason.guard, "unknownCharge")
        assert.strictEqual(refusal.charged, "unknown")
        assert.include(refusal.message, "sent at 1970-01-01T00:00:00.000Z")
        assert.include(refusal.message, "Nothing was sent now.")
        assert.deepStrictEqual(refusal.reason.remedy, { to: "settleCharge" })
        assert.deepStrictEqual([sent.count, again.sent.count], [1, 0])

        const answer = yield* runToEnd(Effect.provideService(run(quoteOf(), again.send), UnknownCharge, "ask_again"))
        assert.strictEqual(answer.credits?.charged, 2)
        assert.strictEqual(again.sent.count, 1)
        assert.strictEqual(yield* unknowns, 0)
        assert.strictEqual(yield* spent, 4)
      })
    )
  }

  const harmless: ReadonlyArray<readonly [string, Reason]> = [
    ["a wrong key", { _tag: "Unauthorized", ...facts }],
    ["a throttle", { _tag: "RateLimited", ...facts }],
    ["bad input", { _tag: "Invalid", fields: [], ...facts }],
    ["a refused connection", { _tag: "Transport", sent: false, ...facts }],
    ["a time limit before sending", { _tag: "Timeout", sent: false, ...facts }],
    ["a redirect", { _tag: "Refused", guard: "redirect", ...facts }]
  ]
  for (const [name, reason] of harmless) {
    test(
      `does not follow ${name}: nothing counts and nothing blocks`,
      Effect.gen(function* () {
        const error = yield* Effect.flip(run(quoteOf(), failing(reason).send))
        assert.isUndefined(error.charged)
        assert.strictEqual(yield* spent, 0)
        assert.strictEqual(yield* unknowns, 0)
        assert.isFalse((yield* runToEnd(run(quoteOf(), provider().send))).fromCache)
      })
    )
  }

  const interrupt = Effect.fnUntraced(function* (mayBeServed?: () => boolean) {
    const { send } = provider()
    const fiber = yield* Effect.forkChild(run(quoteOf(), send, mayBeServed))
    yield* TestClock.adjust("500 millis")
    yield* Fiber.interrupt(fiber)
    return { spent: yield* spent, unknowns: yield* unknowns }
  })

  for (const [decision, total] of [
    ["charged", 4],
    ["not_charged", 2]
  ] as const) {
    test(
      `is settled by a repeat that says what it was: ${decision}`,
      Effect.gen(function* () {
        yield* Effect.flip(run(quoteOf(), failing({ _tag: "Decode", ...facts }).send))
        yield* runToEnd(Effect.provideService(run(quoteOf(), provider().send), UnknownCharge, decision))
        assert.deepStrictEqual([yield* spent, yield* unknowns], [total, 0])
      })
    )
  }

  test(
    "is settled by its payer, once, and a known charge is not changed",
    Effect.gen(function* () {
      const spend = yield* Spend
      yield* Effect.flip(run(quoteOf(), failing({ _tag: "Decode", ...facts }).send))
      const [{ id } = { id: "" }] = yield* spend.unknowns(quoteOf())
      assert.isFalse(yield* spend.settleUnknown(quoteOf({ scope: "account-2" }), id, 0))
      assert.isTrue(yield* spend.settleUnknown(quoteOf(), id, 1))
      assert.isFalse(yield* spend.settleUnknown(quoteOf(), id, 0))
      assert.strictEqual(yield* spent, 1)
    })
  )

  test(
    "counts what its answer says that it cost, even if the rest cannot be read",
    Effect.gen(function* () {
      const reason: Reason = { _tag: "Decode", ...facts }
      const error = new ProviderError({ ...quoteOf(), reason, raw: { match: true, charged: 7 } })
      yield* Effect.flip(run(quoteOf(), Effect.fail(error)))
      assert.strictEqual(yield* spent, 7)
    })
  )

  test(
    "is what other programs see only some seconds after the call's time limit",
    Effect.gen(function* () {
      yield* Effect.forkChild(run(quoteOf(), provider({ match: true }, "1 hour").send))
      yield* TestClock.adjust(LIMIT + 4_999)
      assert.strictEqual(yield* unknowns, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* unknowns, 1)
    })
  )

  test(
    "follows an interruption",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* interrupt(), { spent: 2, unknowns: 1 })
    })
  )

  test(
    "does not follow an interruption before anything was sent",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* interrupt(() => false), { spent: 0, unknowns: 0 })
    })
  )

  test(
    "follows a defect of the sender",
    Effect.gen(function* () {
      yield* Effect.exit(run(quoteOf(), Effect.die("bug")))
      assert.strictEqual(yield* unknowns, 1)
      // The failure alone would prove that nothing was charged.
      const refused = failing({ _tag: "Unauthorized", ...facts }).send
      const both = Effect.catchCause(refused, (cause) => Effect.failCause(Cause.combine(cause, Cause.die("bug"))))
      yield* Effect.exit(run(quoteOf({ keys: ["b"] }), both))
      assert.strictEqual(yield* unknowns, 2)
    })
  )

  test(
    "is reported as an unknown charge to callers that joined an interrupted leader",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const leader = yield* Effect.forkChild(run(quoteOf(), send))
      const joiner = yield* Effect.forkChild(Effect.flip(run(quoteOf(), send)))
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(leader)
      const error = yield* Fiber.join(joiner)
      assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "unknownCharge")
      assert.strictEqual(sent.count, 1)
    })
  )
})

describe("an interruption while the row is being written", () => {
  it.effect("leaves no open row behind, and nothing is sent", () =>
    Effect.gen(function* () {
      const { send, sent } = provider()
      const fiber = yield* Effect.forkChild(run(quoteOf(), send, () => false))
      yield* TestClock.adjust("5 millis")
      const stopping = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(stopping)
      assert.strictEqual(sent.count, 0)
      assert.strictEqual(yield* spent, 0)
      assert.isFalse((yield* runToEnd(run(quoteOf(), send))).fromCache)
    }).pipe(Effect.provide(Layer.provideMerge(Spend.layer("run-1"), slowStores)))
  )
})
