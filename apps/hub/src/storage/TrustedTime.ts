/**
 * The clock that every store and every call goes by: on SQLite, the data directory's own, whose last good time is kept with
 * the row of each run, at most once a minute; on PostgreSQL, the server's.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import { confirming, TrustedClock } from "@inlay/core-http/TrustedClock"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import * as PostgresTime from "./postgres/time.ts"
import * as SqliteTime from "./sqlite/time.ts"

/** How many rows a wrong clock had dated in the future, and were dated anew. */
export class RedatedRows extends Context.Service<
  RedatedRows,
  { readonly count: Effect.Effect<number, StorageError> }
>()("@inlay/hub/RedatedRows") {}

/** The trusted clock, as a service and as Effect's `Clock`. */
export const layer: Layer.Layer<TrustedClock | RedatedRows, StorageError, SqlClient.SqlClient | Database> =
  Layer.effectContext(
    Effect.gen(function* () {
      const { dialect } = yield* Database
      const { trustedClock, count } = yield* stored(
        "clock.read",
        dialect === "sqlite" ? SqliteTime.make : PostgresTime.make
      )
      return Context.make(TrustedClock, trustedClock).pipe(
        Context.add(Clock.Clock, trustedClock.clock),
        Context.add(RedatedRows, { count })
      )
    })
  )

/** At most so often is the last good time written. */
const KEEP_EVERY_MILLIS = 60_000

/** Gives what keeps the present as the last good time, where that is due and the clock is trusted, or nothing to do. */
export const keeper = Effect.map(
  Effect.all([SqlClient.SqlClient, Database, TrustedClock]),
  ([sql, { dialect }, { trust }]) => {
    // A server knows the time by itself.
    if (dialect === "postgres") return Effect.undefined
    let keptMillis = 0
    return Effect.map(trust, ({ isTrusted, nowMillis }) => {
      if (!isTrusted || Math.abs(nowMillis - keptMillis) < KEEP_EVERY_MILLIS) return undefined
      keptMillis = nowMillis
      return sql`UPDATE clock SET good_millis = max(coalesce(good_millis, 0), ${nowMillis})`
    })
  }
)

/** A transport whose answers confirm the directory's clock. */
export const transport = <E, R>(plain: Layer.Layer<Transport, E, R>): Layer.Layer<Transport, E, R | TrustedClock> =>
  Layer.effect(
    Transport,
    Effect.map(Effect.all([Transport, TrustedClock]), ([from, clock]) => confirming(from, clock))
  ).pipe(Layer.provide(plain))
