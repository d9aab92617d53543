/** The clock of a database that several programs share. */
import { expect, it } from "@effect/vitest"
import { clockOf } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"

import { backends } from "../../testing/backends.ts"
import * as PostgresTime from "./time.ts"

const { onPostgres } = backends()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

it.live.each([
  ["right", 0, []],
  ["four minutes ahead", 4 * MINUTE, []],
  ["a day ahead", DAY, ["this computer's clock is 1440 minutes ahead of the database's; the database's counts"]],
  ["a day behind", -DAY, ["this computer's clock is 1440 minutes behind the database's; the database's counts"]]
] as const)("time is the database's on a computer whose clock is %s", ([, byMillis, warnings]) => {
  const lines: Array<string> = []
  return Effect.gen(function* () {
    const system = yield* Clock.Clock
    const { trustedClock } = yield* Effect.provideService(
      PostgresTime.make,
      Clock.Clock,
      clockOf(system, () => system.currentTimeMillisUnsafe() + byMillis)
    )
    const differenceMillis = trustedClock.clock.currentTimeMillisUnsafe() - system.currentTimeMillisUnsafe()
    expect(Math.abs(differenceMillis)).toBeLessThan(MINUTE)
    expect(lines).toEqual(warnings)
  }).pipe(
    Effect.provide([onPostgres(), Logger.layer([Logger.make(({ message }) => lines.push(String(message)))])]),
    Effect.scoped
  )
})

it.live("time is not ahead of the database's by how long the question took", () =>
  Effect.gen(function* () {
    const { trustedClock } = yield* Effect.provideService(
      PostgresTime.make,
      Statement.CurrentTransformer,
      (statement) => Effect.delay(Effect.succeed(statement), "300 millis")
    )
    expect(trustedClock.clock.currentTimeMillisUnsafe() - Date.now()).toBeLessThan(200)
  }).pipe(Effect.scoped, Effect.provide(onPostgres()))
)

it.live("does not follow this computer's, which is moved while the program runs", () =>
  Effect.gen(function* () {
    const system = yield* Clock.Clock
    let byMillis = 0
    const moved = clockOf(system, () => system.currentTimeMillisUnsafe() + byMillis)
    const { trustedClock } = yield* Effect.provideService(PostgresTime.make, Clock.Clock, moved)
    const daysAhead = Effect.map(trustedClock.trust, ({ isTrusted, nowMillis }) => {
      const days = Math.round((nowMillis - system.currentTimeMillisUnsafe()) / DAY)
      return [isTrusted, Object.is(days, -0) ? 0 : days]
    })
    for (const by of [DAY, 0, -DAY]) {
      byMillis = by
      expect(yield* daysAhead).toEqual([true, 0])
      // By then, the database's clock was read again.
      yield* Effect.sleep("2 seconds")
      expect(yield* daysAhead).toEqual([true, 0])
      byMillis += 2 * DAY
      expect(yield* daysAhead).toEqual([true, 0])
    }
  }).pipe(Effect.scoped, Effect.provide(onPostgres()))
)

it.live("is read again if this computer slept between the database's answer and its arrival", () =>
  Effect.gen(function* () {
    const system = yield* Clock.Clock
    let sleptMillis = 0
    const present = () => system.currentTimeMillisUnsafe() + sleptMillis
    const answers = Effect.sync(() => {
      const millis = present()
      if (sleptMillis === 0) sleptMillis = 8 * HOUR
      return [{ millis }]
    })
    const sql = new Proxy(yield* SqlClient.SqlClient, { apply: () => answers })
    const { trustedClock } = yield* PostgresTime.make.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.provideService(Clock.Clock, clockOf(system, present))
    )
    yield* Effect.sleep("2 seconds")
    expect(Math.abs(trustedClock.clock.currentTimeMillisUnsafe() - present())).toBeLessThan(MINUTE)
  }).pipe(Effect.scoped, Effect.provide(onPostgres()))
)
