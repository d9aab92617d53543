import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"

import * as TrustedClock from "./TrustedClock.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 10, 22, 12)

/** A system clock whose wall time and monotonic time can be set separately. */
const systemAt = (wallMillis: number) => {
  const state = { wall: wallMillis, elapsed: 0 }
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => state.wall,
    currentTimeMillis: Effect.sync(() => state.wall),
    currentTimeNanosUnsafe: () => BigInt(state.wall) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(state.wall) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(state.elapsed) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(state.elapsed) * 1_000_000n),
    sleep: () => Effect.void
  }
  return {
    clock,
    /** Lets time pass on both clocks. */
    pass: (millis: number) => {
      state.wall += millis
      state.elapsed += millis
    },
    /** Sets the wall time only. */
    set: (millis: number) => {
      state.wall = millis
    }
  }
}

const world = Effect.fnUntraced(function* (wallMillis: number, lastGoodMillis: number | undefined) {
  const system = systemAt(wallMillis)
  const steps: Array<TrustedClock.Step> = []
  const warnings: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => void warnings.push(String(message)))])
  const trustedClock = yield* TrustedClock.make({
    lastGoodMillis,
    stepped: (step) => Effect.sync(() => void steps.push(step))
  }).pipe(Effect.provideService(Clock.Clock, system.clock))
  return {
    ...system,
    steps,
    warnings,
    now: () => trustedClock.clock.currentTimeMillisUnsafe(),
    resume: trustedClock.resume,
    confirm: (millis: number) => Effect.provide(trustedClock.confirm(new Date(millis).toUTCString()), logger),
    hear: (date: string | undefined) => Effect.provide(trustedClock.confirm(date), logger),
    warn: Effect.provide(TrustedClock.warn(trustedClock), logger)
  }
})

describe("a trusted clock", () => {
  it.effect("is the system clock on first use, and while that moves on by less than a week", () =>
    Effect.gen(function* () {
      const first = yield* world(NOON, undefined)
      assert.strictEqual(first.now(), NOON)
      first.pass(6 * DAY)
      assert.strictEqual(first.now(), NOON + 6 * DAY)
      const later = yield* world(NOON + 6.9 * DAY, NOON)
      assert.strictEqual(later.now(), NOON + 6.9 * DAY)
      yield* later.warn
      assert.deepStrictEqual(later.warnings, [])
    })
  )

  it.effect("continues from a last good time that is read after the clock was made", () =>
    Effect.gen(function* () {
      const { now, resume } = yield* world(NOON + 30 * DAY, undefined)
      assert.strictEqual(now(), NOON + 30 * DAY)
      yield* resume(undefined)
      yield* resume(Date.UTC(1990, 0))
      assert.strictEqual(now(), NOON + 30 * DAY)
      yield* resume(NOON)
      assert.strictEqual(now(), NOON)
    })
  )

  for (const [name, wrong] of [
    ["a month ahead", NOON + 30 * DAY],
    ["a year ahead", NOON + 365 * DAY],
    ["a year back", NOON - 365 * DAY],
    ["an hour back", NOON - HOUR],
    ["1990", Date.UTC(1990, 0)],
    ["9999", Date.UTC(9999, 0)]
  ] as const) {
    it.effect(`continues from the last good time if the clock is wrong, and warns: ${name}`, () =>
      Effect.gen(function* () {
        const { now, pass, set, warn, warnings } = yield* world(wrong, NOON)
        pass(5_000)
        assert.strictEqual(now(), NOON + 5_000)
        yield* warn
        assert.strictEqual(warnings.length, 1)
        assert.match(warnings[0] ?? "", /(ahead of|behind) the time of the last run.*inlay doctor/)
        // Somebody corrects the system clock.
        set(NOON + 6_000)
        assert.strictEqual(now(), NOON + 6_000)
      })
    )

    it.effect(`notices a jump while it runs: ${name}`, () =>
      Effect.gen(function* () {
        const { now, pass, set } = yield* world(NOON, NOON)
        pass(2 * HOUR)
        assert.strictEqual(now(), NOON + 2 * HOUR)
        set(wrong)
        pass(1_000)
        assert.strictEqual(now(), NOON + 2 * HOUR + 1_000)
      })
    )
  }

  it.effect("accepts the system clock when a provider's date confirms it, never the provider's date", () =>
    Effect.gen(function* () {
      const back = NOON + 40 * DAY
      const { now, confirm, steps, pass, warnings, hear } = yield* world(back, NOON)
      pass(1_000)
      assert.strictEqual(now(), NOON + 1_000)
      yield* hear(undefined)
      yield* hear("yesterday")
      assert.strictEqual(now(), NOON + 1_000)
      yield* confirm(back + 3 * HOUR)
      assert.strictEqual(now(), back + 1_000)
      assert.deepStrictEqual(steps, [{ doubtedSinceMillis: NOON, fromMillis: NOON + 1_000, toMillis: back + 1_000 }])
      assert.deepStrictEqual(warnings, [])
    })
  )

  it.effect("does not step because a provider confirms what is trusted", () =>
    Effect.gen(function* () {
      const { confirm, steps } = yield* world(NOON, NOON)
      yield* confirm(NOON)
      assert.deepStrictEqual(steps, [])
    })
  )

  it.effect("does not return to the minute of its last good time, once the clock is known to be wrong", () =>
    Effect.gen(function* () {
      const { now, pass, set } = yield* world(NOON, NOON)
      pass(HOUR)
      set(NOON + HOUR - 6 * 60_000)
      assert.strictEqual(now(), NOON + HOUR)
      set(NOON + 1_000)
      assert.strictEqual(now(), NOON + HOUR)
    })
  )

  it.effect("ignores a provider with a wrong clock, but warns", () =>
    Effect.gen(function* () {
      const { now, confirm, steps, warnings } = yield* world(NOON, NOON)
      yield* confirm(Date.UTC(1990, 0))
      yield* confirm(Date.UTC(2030, 0))
      assert.strictEqual(now(), NOON)
      assert.deepStrictEqual([steps.length, warnings.length], [0, 1])
    })
  )

  it.effect("hears nothing from a provider that has no time of its own", () =>
    Effect.gen(function* () {
      const { hear, warnings } = yield* world(NOON, NOON)
      for (const date of [
        "0",
        "1",
        "46",
        "2046",
        "-1",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 GMT"
      ])
        yield* hear(date)
      assert.deepStrictEqual(warnings, [])
    })
  )

  it.effect("warns once of a wrong clock that a provider has contradicted", () =>
    Effect.gen(function* () {
      const { confirm, warn, warnings } = yield* world(NOON + 30 * DAY, NOON)
      yield* confirm(NOON)
      yield* warn
      assert.match(warnings.join("\n"), /^.*ahead of a provider's.*$/)
    })
  )

  it.effect("does not drift back in many small steps", () =>
    Effect.gen(function* () {
      const { now, set } = yield* world(NOON, NOON)
      set(NOON - 4 * 60_000)
      assert.strictEqual(now(), NOON - 4 * 60_000)
      set(NOON - 8 * 60_000)
      assert.strictEqual(now(), NOON)
    })
  )

  it.effect("rejects an impossible last good time", () =>
    Effect.gen(function* () {
      for (const impossible of [0, -1, Number.NaN, 9e15, Date.UTC(1990, 0), Date.UTC(3000, 0)]) {
        assert.strictEqual((yield* world(NOON, impossible)).now(), NOON)
      }
    })
  )
})
