/**
 * The clock of a data directory: its last good time stands in the database, and every store and every call goes by it.
 * Kept with the row of each run, at most once a minute, so a cached read pays nothing for it.
 */
import { CLOCK_TOLERANCE_MILLIS } from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import { confirming, isPossible, make as makeClock, TrustedClock, type Step } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { stored } from "./stored.ts"

/** How many rows a wrong clock had dated in the future, and were dated anew. */
export class RedatedRows extends Context.Service<
  RedatedRows,
  { readonly count: Effect.Effect<number, StorageError> }
>()("@inlay/hub/RedatedRows") {}

interface ClockRecord {
  readonly good_millis: unknown
  readonly redated: unknown
}

/** Rows of the future: written by a clock that was ahead. They count from now on, as if written now. */
const redate = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, nowMillis: number) {
  const latest = nowMillis + CLOCK_TOLERANCE_MILLIS
  const rows = yield* sql`UPDATE ledger SET at_millis = ${nowMillis},
      lease_ends_millis = ${nowMillis} + max(0, lease_ends_millis - at_millis),
      unkept_until_millis = ${nowMillis} + max(0, unkept_until_millis - at_millis)
    WHERE at_millis > ${latest} RETURNING id`
  const answers = yield* sql`UPDATE lookups SET fetched_at_millis = ${nowMillis},
      expires_at_millis = ${nowMillis} + max(0, expires_at_millis - fetched_at_millis)
    WHERE fetched_at_millis > ${latest} RETURNING id`
  yield* sql`UPDATE audit SET at_millis = ${nowMillis} WHERE at_millis > ${latest}`
  return rows.length + answers.length
})

/** Calls under way while time was doubted: they belong to the day that it turned out to be. */
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
  yield* keep(sql, step.toMillis, yield* redate(sql, step.toMillis))
})

const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clockRecord = Effect.map(sql<ClockRecord>`SELECT good_millis, redated FROM clock`, ([record]) => record)
  const lastGoodMillis = number((yield* clockRecord)?.good_millis)
  const trustedClock = yield* makeClock({
    lastGoodMillis,
    stepped: (step) => stored("clock.step", sql.withTransaction(take(sql, step)))
  })
  const now = trustedClock.clock.currentTimeMillisUnsafe()
  // A directory from before: what it holds may be of the future.
  if (lastGoodMillis === undefined && isPossible(now)) {
    yield* sql.withTransaction(Effect.flatMap(redate(sql, now), (redatedRows) => keep(sql, now, redatedRows)))
  }
  yield* Effect.addFinalizer(() => trustedClock.warn)
  const count = stored(
    "clock.read",
    Effect.map(clockRecord, (record) => number(record?.redated) ?? 0)
  )
  return Context.make(TrustedClock, trustedClock).pipe(
    Context.add(Clock.Clock, trustedClock.clock),
    Context.add(RedatedRows, { count })
  )
})

/** The trusted clock, as a service and as Effect's `Clock`. */
export const layer: Layer.Layer<TrustedClock | RedatedRows, StorageError, SqlClient.SqlClient> = Layer.effectContext(
  stored("clock.read", make)
)

/** At most so often is the last good time written. */
const KEEP_EVERY_MILLIS = 60_000

/** Gives what keeps the present as the last good time, where that is due and the clock is trusted, or nothing to do. */
export const keeper = Effect.map(Effect.all([SqlClient.SqlClient, TrustedClock]), ([sql, { trust }]) => {
  let keptMillis = 0
  return Effect.map(trust, ({ isTrusted, nowMillis }) => {
    if (!isTrusted || Math.abs(nowMillis - keptMillis) < KEEP_EVERY_MILLIS) return undefined
    keptMillis = nowMillis
    return sql`UPDATE clock SET good_millis = max(coalesce(good_millis, 0), ${nowMillis})`
  })
})

/** A transport whose answers confirm the directory's clock. */
export const transport = <E, R>(plain: Layer.Layer<Transport, E, R>): Layer.Layer<Transport, E, R | TrustedClock> =>
  Layer.effect(
    Transport,
    Effect.map(Effect.all([Transport, TrustedClock]), ([from, clock]) => confirming(from, clock))
  ).pipe(Layer.provide(plain))
