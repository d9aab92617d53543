/**
 * The clock of a shared database: the database server's. All its users date rows by the same clock, so a machine with a
 * wrong clock can neither pass a cap nor take a lease that another one holds. No row is ever redated. If this machine's
 * clock is moved while the program runs, time goes on until the database's is read again.
 */
import { CLOCK_TOLERANCE_MILLIS } from "@inlay/core-http/Ledger"
import { clockOf, make as makeClock } from "@inlay/core-http/TrustedClock"
import { millisOf } from "@inlay/sql-stores/call-end"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** How often to look whether this machine's clock was moved. */
const LOOK = Duration.seconds(1)

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const system = yield* Clock.Clock
  const clocks = () => ({ ownMillis: system.currentTimeMillisUnsafe(), monotonicMillis: millisOf(system) })
  /** The time since then by this machine's clock, and by the monotonic clock, which stands still in sleep. */
  const since = (then: ReturnType<typeof clocks>) => {
    const now = clocks()
    const [own, monotonic] = [now.ownMillis - then.ownMillis, now.monotonicMillis - then.monotonicMillis]
    return { own, monotonic, wasMoved: Math.abs(own - monotonic) > CLOCK_TOLERANCE_MILLIS }
  }
  const read = Effect.gen(function* () {
    const askedAt = clocks()
    const [row] = yield* sql<{ readonly millis: number }>`SELECT
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS millis`
    // If this machine slept before the answer arrived, the time since the question says so, and it is read again.
    const at = since(askedAt).wasMoved ? askedAt : clocks()
    const databaseMillis = row?.millis ?? at.ownMillis
    const aheadMillis = at.ownMillis - databaseMillis
    if (Math.abs(aheadMillis) > CLOCK_TOLERANCE_MILLIS) {
      yield* Effect.logWarning(
        `this computer's clock is ${Math.round(Math.abs(aheadMillis) / 60_000)} minutes ${aheadMillis > 0 ? "ahead of" : "behind"} the database's; the database's counts`
      )
    }
    return { ...at, databaseMillis }
  })
  let last = yield* read
  const now = () => {
    const { own, monotonic, wasMoved } = since(last)
    return last.databaseMillis + (wasMoved ? monotonic : own)
  }
  const readAgain = Effect.map(read, (reading) => {
    last = reading
  })
  yield* Effect.suspend(() => (since(last).wasMoved ? Effect.ignore(readAgain) : Effect.void)).pipe(
    Effect.delay(LOOK),
    Effect.forever,
    Effect.forkScoped
  )
  const trustedClock = yield* makeClock({ lastGoodMillis: last.databaseMillis, stepped: () => Effect.void }).pipe(
    Effect.provideService(Clock.Clock, clockOf(system, now))
  )
  return { trustedClock, count: Effect.succeed(0) }
})
