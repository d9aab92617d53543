/**
 * The clock of a data directory, whose last good time is stored in the database. Rows that a wrong clock dated in the
 * future get a new date.
 */
import { CLOCK_TOLERANCE_MILLIS } from "@inlay/core-http/Ledger"
import { isPossible, make as makeClock, warn, type Step } from "@inlay/core-http/TrustedClock"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

interface ClockRecord {
  readonly good_millis: unknown
  readonly redated: unknown
}

/** Tables and their columns for the time at which a row was written, if nothing else depends on it. */
const WRITTEN = [
  ["audit", "at_millis"],
  ["deliveries", "created_millis"],
  ["own_changes", "at_millis"],
  ["pairing_guesses", "at_millis"]
] as const

/**
 * Redates rows that a clock ahead of time dated in the future: they count as if written now.
 * @param aheadMillis how far the clock was ahead; 0 if that is not known
 */
const redate = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, nowMillis: number, aheadMillis: number) {
  const latest = nowMillis + CLOCK_TOLERANCE_MILLIS
  const rows = yield* sql`UPDATE ledger SET at_millis = ${nowMillis},
      lease_ends_millis = ${nowMillis} + max(0, lease_ends_millis - at_millis),
      unkept_until_millis = ${nowMillis} + max(0, unkept_until_millis - at_millis)
    WHERE at_millis > ${latest} RETURNING id`
  const answers = yield* sql`UPDATE lookups SET fetched_at_millis = ${nowMillis},
      expires_at_millis = ${nowMillis} + max(0, expires_at_millis - fetched_at_millis)
    WHERE fetched_at_millis > ${latest} RETURNING id`
  // Received deliveries are processed now.
  yield* sql`UPDATE inbox SET next_millis = ${nowMillis} WHERE state = 'new' AND next_millis > ${latest}`
  // What was put off keeps its pause; what was put off with a right clock may come earlier.
  yield* sql`UPDATE deliveries SET next_millis = max(${nowMillis}, next_millis - ${aheadMillis})
    WHERE state = 'pending' AND next_millis > ${latest}`
  yield* sql`UPDATE polls SET next_millis = min(next_millis, ${nowMillis} + interval_millis)
    WHERE next_millis > ${latest}`
  yield* sql`UPDATE watches SET ends_millis = ${latest} WHERE ends_millis > ${latest}`
  for (const [table, column] of WRITTEN) {
    yield* sql`UPDATE ${sql(table)} SET ${sql(column)} = ${nowMillis} WHERE ${sql(column)} > ${latest}`
  }
  return rows.length + answers.length
})

/** Moves the rows of calls that were under way while the time was doubted to the time that turned out to be right. */
const moveOn = (sql: SqlClient.SqlClient, { doubtedSinceMillis, fromMillis, toMillis }: Step) =>
  sql`UPDATE ledger SET at_millis = at_millis + ${toMillis - fromMillis},
      lease_ends_millis = lease_ends_millis + ${toMillis - fromMillis},
      unkept_until_millis = unkept_until_millis + ${toMillis - fromMillis}
    WHERE at_millis > ${doubtedSinceMillis} AND at_millis <= ${fromMillis}`

const keep = (sql: SqlClient.SqlClient, goodMillis: number, redatedRows: number) =>
  sql`INSERT INTO clock ${sql.insert({ id: 1, good_millis: goodMillis, redated: redatedRows })}
    ON CONFLICT (id) DO UPDATE SET good_millis = excluded.good_millis, redated = clock.redated + excluded.redated`

const take = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, step: Step) {
  if (step.toMillis > step.fromMillis) yield* moveOn(sql, step)
  yield* keep(sql, step.toMillis, yield* redate(sql, step.toMillis, Math.max(0, step.fromMillis - step.toMillis)))
})

const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)

/** The clock, and how many rows were redated. */
export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clockRecord = Effect.map(sql<ClockRecord>`SELECT good_millis, redated FROM clock`, ([record]) => record)
  const lastGoodMillis = number((yield* clockRecord)?.good_millis)
  const trustedClock = yield* makeClock({
    lastGoodMillis,
    stepped: (step) => storeOperation("clock.step", sql.withTransaction(take(sql, step)))
  })
  const now = trustedClock.clock.currentTimeMillisUnsafe()
  // A directory of an earlier version, which may hold rows dated in the future.
  if (lastGoodMillis === undefined && isPossible(now)) {
    yield* sql.withTransaction(Effect.flatMap(redate(sql, now, 0), (redatedRows) => keep(sql, now, redatedRows)))
  }
  yield* Effect.addFinalizer(() => warn(trustedClock))
  const count = storeOperation(
    "clock.read",
    Effect.map(clockRecord, (record) => number(record?.redated) ?? 0)
  )
  return { trustedClock, count }
})
