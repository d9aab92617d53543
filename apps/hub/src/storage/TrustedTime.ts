/**
 * The clock for all stores and calls. On SQLite it is the data directory's own, whose last good time is stored with the
 * row of a purchase, and with that of another run at most once a minute. On PostgreSQL it is the server's.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import { confirming, TrustedClock } from "@inlay/core-http/TrustedClock"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import * as PostgresTime from "./postgres/time.ts"
import * as SqliteTime from "./sqlite/time.ts"

/** How many rows had been dated in the future by a wrong clock and were given a new date. */
export class RedatedRows extends Context.Service<
  RedatedRows,
  { readonly count: Effect.Effect<number, StorageError> }
>()("@inlay/hub/RedatedRows") {}

/** The trusted clock, as a service and as Effect's `Clock`. */
export const layer: Layer.Layer<TrustedClock | RedatedRows, StorageError, SqlClient.SqlClient | Database> =
  Layer.effectContext(
    Effect.gen(function* () {
      const { dialect } = yield* Database
      const { trustedClock, count } = yield* storeOperation(
        "clock.read",
        dialect === "sqlite" ? SqliteTime.make : PostgresTime.make
      )
      return Context.make(TrustedClock, trustedClock).pipe(
        Context.add(Clock.Clock, trustedClock.clock),
        Context.add(RedatedRows, { count })
      )
    })
  )

/**
 * Stores a moment as a good time, so that time goes on from there if the clock is doubted after a restart. It is for
 * moments with which what happens afterwards is compared.
 */
export const continuing = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { dialect }]) => {
  // PostgreSQL has its own clock.
  if (dialect === "postgres") return () => Effect.void
  return (millis: number) => Effect.asVoid(sql`UPDATE clock SET good_millis = max(coalesce(good_millis, 0), ${millis})`)
})

/** The shortest time between writes of the last good time. */
const KEEP_EVERY_MILLIS = 60_000

/**
 * Returns a statement that stores the present as the last good time, or undefined if that is not due or the clock is
 * not trusted. It is due with each purchase: later ones than that time were made while the clock was doubted.
 */
export const keeper = Effect.map(
  Effect.all([SqlClient.SqlClient, Database, TrustedClock]),
  ([sql, { dialect }, { trust }]) => {
    // PostgreSQL has its own clock.
    if (dialect === "postgres") return () => Effect.undefined
    let keptMillis = 0
    return (isPurchase: boolean) =>
      Effect.map(trust, ({ isTrusted, nowMillis }) => {
        if (!isTrusted || (!isPurchase && Math.abs(nowMillis - keptMillis) < KEEP_EVERY_MILLIS)) return undefined
        keptMillis = nowMillis
        return sql`UPDATE clock SET good_millis = max(coalesce(good_millis, 0), ${nowMillis})`
      })
  }
)

/** A transport whose responses confirm the directory's clock. */
export const transport = <E, R>(plain: Layer.Layer<Transport, E, R>): Layer.Layer<Transport, E, R | TrustedClock> =>
  Layer.effect(
    Transport,
    Effect.map(Effect.all([Transport, TrustedClock]), ([from, clock]) => confirming(from, clock))
  ).pipe(Layer.provide(plain))
