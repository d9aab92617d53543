import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { ProviderError, type Reason } from "../errors/ProviderError.ts"
import { heldBack } from "./reasons.ts"
import { defaults, retrying } from "./Retry.ts"

const facts = { what: "It failed." }
const unavailable: Reason = { _tag: "Unavailable", status: 503, ...facts }
const refusal: Reason = { _tag: "Transport", sent: false, ...facts }
const reset: Reason = { _tag: "Transport", sent: true, ...facts }
const throttle = (retryAfterSeconds?: number): Reason => ({
  _tag: "RateLimited",
  ...facts,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds })
})

/** Runs a call that always fails, and returns the times of its attempts and of its end. */
const attempts = (reason: Reason, repeatable: boolean, deadlineMillis = 1_000_000, options = defaults) =>
  Effect.gen(function* () {
    const moments: Array<number> = []
    const failing = Effect.gen(function* () {
      moments.push(yield* Clock.currentTimeMillis)
      return yield* new ProviderError({ provider: "p", operation: "o", reason })
    })
    const fiber = yield* failing.pipe(
      (attempt) => retrying(attempt, options, repeatable, deadlineMillis),
      Effect.flip,
      Effect.flatMap((error) => Effect.map(Clock.currentTimeMillis, (endMillis) => ({ error, ended: endMillis }))),
      Effect.forkChild
    )
    yield* TestClock.adjust("2 hours")
    const { error, ended } = yield* Fiber.join(fiber)
    assert.strictEqual(error.reason, reason)
    return { moments, ended, delays: moments.slice(1).map((at, n) => at - (moments[n] ?? 0)) }
  })

describe("the retry policy", () => {
  it.effect("doubles its delay up to the cap, within 20 % either way, a limited number of times", () =>
    Effect.gen(function* () {
      const { delays, ended, moments } = yield* attempts(unavailable, true, 1e9, {
        base: "250 millis",
        cap: "1 second",
        times: 6
      })
      const expected = [250, 500, 1000, 1000, 1000, 1000]
      assert.strictEqual(delays.length, expected.length)
      for (const [n, middle] of expected.entries()) {
        assert.isAtLeast(delays[n] ?? 0, middle * 0.8)
        assert.isAtMost(delays[n] ?? 0, middle * 1.2)
      }
      assert.strictEqual(ended, moments.at(-1))
    })
  )

  it.effect("does not give all callers the same delays", () =>
    Effect.gen(function* () {
      const first = yield* Effect.all(Array.from({ length: 10 }, () => attempts(unavailable, true, 1e9)))
      assert.isAbove(new Set(first.map((run) => run.delays[0])).size, 5)
    })
  )

  it.effect("waits as long as the provider asks, past its own cap", () =>
    Effect.gen(function* () {
      const { delays } = yield* attempts(throttle(60), false, 1_000_000)
      assert.deepStrictEqual(delays, [60_000, 60_000, 60_000, 60_000])
    })
  )

  it.effect("uses its own delay if the provider asks for none or less", () =>
    Effect.gen(function* () {
      const none = yield* attempts(throttle(), false)
      const zero = yield* attempts(throttle(0), false, 1e9)
      for (const { delays } of [none, zero]) {
        assert.strictEqual(delays.length, 4)
        assert.isAtLeast(delays[0] ?? 0, 200)
      }
    })
  )

  it.effect("fails at once when the provider's wait does not fit the deadline", () =>
    Effect.gen(function* () {
      const { ended, moments } = yield* attempts(throttle(31), true, 30_000)
      assert.deepStrictEqual(moments, [0])
      assert.strictEqual(ended, 0)
    })
  )

  it.effect("waits for an unavailable provider as long as it asks, unless that exceeds the deadline", () =>
    Effect.gen(function* () {
      const { moments } = yield* attempts({ ...unavailable, retryAfterSeconds: 20 }, true, 30_000)
      assert.deepStrictEqual(moments, [0, 20_000])
      assert.deepStrictEqual(
        (yield* attempts({ ...unavailable, retryAfterSeconds: 31 }, true, 30_000)).moments.length,
        1
      )
    })
  )

  it.effect("repeats while the wait fits, then fails without waiting for the deadline", () =>
    Effect.gen(function* () {
      const { ended, moments } = yield* attempts(throttle(20), true, 30_000)
      assert.deepStrictEqual(moments, [0, 20_000])
      assert.strictEqual(ended, 20_000)
    })
  )

  it.effect("never starts an attempt at or after the deadline", () =>
    Effect.gen(function* () {
      const { moments } = yield* attempts(unavailable, true, 700)
      assert.isAtLeast(moments.length, 2)
      for (const at of moments) assert.isBelow(at, 700)
      assert.deepStrictEqual((yield* attempts(throttle(10), true, 7_200_000 + 10_000)).moments.length, 1)
    })
  )

  const once: ReadonlyArray<readonly [string, Reason, boolean]> = [
    ["a lost answer of a call that must not be repeated", reset, false],
    ["a 5xx of a call that must not be repeated", unavailable, false],
    ["a timeout of a call that must not be repeated", { _tag: "Timeout", sent: true, ...facts }, false],
    ["a wrong key", { _tag: "Unauthorized", ...facts }, true],
    ["a missing right", { _tag: "Forbidden", ...facts }, true],
    ["nothing there", { _tag: "NotFound", ...facts }, true],
    ["a conflict", { _tag: "Conflict", ...facts }, true],
    ["bad input", { _tag: "Invalid", fields: [], ...facts }, true],
    ["a used-up quota", { _tag: "QuotaExhausted", ...facts }, true],
    ["our own guard", { _tag: "Refused", guard: "endpoint", ...facts }, true],
    ["an unreadable answer", { _tag: "Decode", ...facts }, true]
  ]
  it.effect.each(once)("tries once after %s", ([, reason, repeatable]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* attempts(reason, repeatable)).moments.length, 1)
    })
  )

  const again: ReadonlyArray<readonly [string, Reason, boolean]> = [
    ["a lost answer of a harmless call", reset, true],
    ["a 5xx of a harmless call", unavailable, true],
    ["a refused connection, whatever the call", refusal, false],
    ["a throttle, whatever the call", throttle(), false]
  ]
  it.effect.each(again)("tries again after %s", ([, reason, repeatable]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* attempts(reason, repeatable)).moments.length, 5)
    })
  )

  it.effect("does not count attempts that the local budget held back", () =>
    Effect.gen(function* () {
      const held = heldBack(3, "no units are left")
      const outcomes = [...Array.from({ length: 20 }, () => held), unavailable, held, unavailable]
      const moments: Array<number> = []
      const attempt = Effect.gen(function* () {
        moments.push(yield* Clock.currentTimeMillis)
        return yield* new ProviderError({ provider: "p", operation: "o", reason: outcomes.shift() ?? refusal })
      })
      const options = { base: "100 millis", cap: "100 millis", times: 1 } as const
      const fiber = yield* Effect.forkChild(Effect.flip(retrying(attempt, options, true, 1_000_000)))
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* Fiber.join(fiber)).reason, unavailable)
      assert.strictEqual(moments.length, 23)
      assert.deepStrictEqual(moments.slice(0, 3), [0, 3_000, 6_000])
    })
  )

  it.effect("does not wait past the deadline for the local budget either", () =>
    Effect.gen(function* () {
      let attemptCount = 0
      const attempt = Effect.suspend(() => {
        attemptCount++
        return Effect.fail(
          new ProviderError({ provider: "p", operation: "o", reason: heldBack(10, "no units are left") })
        )
      })
      const fiber = yield* Effect.forkChild(Effect.flip(retrying(attempt, defaults, true, 25_000)))
      yield* TestClock.adjust("1 hour")
      yield* Fiber.join(fiber)
      assert.strictEqual(attemptCount, 3)
    })
  )
})
