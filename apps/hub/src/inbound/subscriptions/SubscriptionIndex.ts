/**
 * An in-memory index of the subscriptions that an event may start, by account, trigger and place. For each event it
 * reads one version row from the database, which every change of a subscription by any program updates. So a
 * subscription that was just made, disabled or removed counts at once.
 */
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { COLUMNS, subscriptionsOf, type Subscription, type SubscriptionRow } from "./Subscription.ts"

/** Deliveries name many places, and places without subscriptions are cached too. */
const MAX_LISTS = 10_000

/** The enabled subscriptions of an account's trigger at these places. */
export type At = (
  ref: Pick<Subscription, "plugin" | "account" | "trigger">,
  places: ReadonlyArray<string>
) => Effect.Effect<ReadonlyArray<Subscription>, SqlError>

interface Lists {
  readonly version: string
  readonly byPlaces: Map<string, ReadonlyArray<Subscription>>
}

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { repeatable } = yield* Database
  let cache: Lists = { version: "", byPlaces: new Map() }

  const listsOfNow = Effect.map(
    repeatable(sql<Pick<Lists, "version">>`SELECT version FROM subscription_version`),
    ([row]) => {
      const version = row?.version ?? ""
      if (cache.version !== version || cache.byPlaces.size >= MAX_LISTS) cache = { version, byPlaces: new Map() }
      return cache.byPlaces
    }
  )

  const at: At = Effect.fnUntraced(function* ({ plugin, account, trigger }, places) {
    if (places.length === 0) return []
    // Read the version before the rows: the next event then reloads what changed in between.
    const lists = yield* listsOfNow
    const key = JSON.stringify([plugin, account, trigger, ...places])
    const before = lists.get(key)
    if (before !== undefined) return before
    const rows = yield* repeatable(
      sql<SubscriptionRow>`SELECT ${sql.literal(COLUMNS)} FROM subscriptions WHERE plugin = ${plugin}
        AND account = ${account} AND trigger_id = ${trigger} AND ${sql.in("place", places)} AND enabled = 1
        AND removed_millis IS NULL`
    )
    const list = subscriptionsOf(rows)
    lists.set(key, list)
    return list
  })

  return at
})
