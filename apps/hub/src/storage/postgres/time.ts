/**
 * The clock of a shared database: the database server's. All its users date rows by the same clock, so a machine with a
 * wrong clock can neither pass a cap nor take a lease that another one holds. No row is ever redated.
 */
import { CLOCK_TOLERANCE_MILLIS } from "@inlay/core-http/Ledger"
import { clockOf, make as makeClock } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const system = yield* Clock.Clock
  const [row] = yield* sql<{ readonly millis: number }>`SELECT
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS millis`
  const ownMillis = system.currentTimeMillisUnsafe()
  const aheadMillis = ownMillis - (row?.millis ?? ownMillis)
  if (Math.abs(aheadMillis) > CLOCK_TOLERANCE_MILLIS) {
    yield* Effect.logWarning(
      `this computer's clock is ${Math.round(Math.abs(aheadMillis) / 60_000)} minutes ${aheadMillis > 0 ? "ahead of" : "behind"} the database's; the database's counts`
    )
  }
  const trustedClock = yield* makeClock({ lastGoodMillis: row?.millis, stepped: () => Effect.void }).pipe(
    Effect.provideService(
      Clock.Clock,
      clockOf(system, () => system.currentTimeMillisUnsafe() - aheadMillis)
    )
  )
  return { trustedClock, count: Effect.succeed(0) }
})
