/** Removes what is old: events with their deliveries and attempts, and subscriptions. */
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

import { removeInBatches } from "../storage/batches.ts"
import { SCOPE } from "./subscriptions/ending.ts"

/** How long events, deliveries and attempts are kept. */
const KEPT_DAYS = 30
/** The most events that are kept. The oldest are removed first, but none that a service may still send again. */
const KEPT_EVENTS = 200_000
/** A service's own log goes back three days, and a delivery is retried for more than a day. */
const SURELY_KEPT = Duration.days(7)
const BATCH = 50

/**
 * Removes old events with their deliveries and attempts. Events with pending deliveries stay, and so do events that a
 * service may still report again: an event that was removed would count as new. The newest event always stays, because
 * SQLite counts ids from the highest that is there: readers of the feed would miss events with ids that they have passed.
 * Returns how many events were removed.
 *
 * @param limits replace the hub's limits in tests
 */
export const cleanUp = (
  limits: { readonly days: number; readonly events: number } = { days: KEPT_DAYS, events: KEPT_EVENTS }
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { write, repeatable } = yield* Database
    const now = yield* Clock.currentTimeMillis
    const old = now - Duration.toMillis(Duration.days(limits.days))
    const young = now - Duration.toMillis(SURELY_KEPT)

    /** The oldest matching events, which their index finds without a scan. */
    const remove = Effect.fnUntraced(function* (condition: Fragment, limit: number) {
      const rows = yield* sql<{ readonly id: number }>`SELECT id FROM events
        WHERE id < (SELECT max(id) FROM events) AND ${condition} ORDER BY received_millis LIMIT ${limit}`
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return 0
      yield* sql`DELETE FROM attempts WHERE delivery IN (SELECT id FROM deliveries WHERE ${sql.in("event_id", ids)})`
      yield* sql`DELETE FROM deliveries WHERE ${sql.in("event_id", ids)}`
      yield* sql`DELETE FROM events WHERE ${sql.in("id", ids)}`
      return ids.length
    })
    const removeAll = (condition: Fragment, most?: number) =>
      removeInBatches(BATCH, (limit) => write(remove(condition, limit), "inbound events"), most)

    const outdatedCount = yield* removeAll(
      sql`received_millis < ${old} AND NOT EXISTS (SELECT 1 FROM deliveries
        WHERE event_id = events.id AND (state = 'pending' OR done_millis >= ${old}))`
    )
    const [row] = yield* repeatable(sql<{ readonly count: number }>`SELECT count(*) AS count FROM events`)
    const tooMany = yield* removeAll(
      sql`received_millis < ${young} AND NOT EXISTS (SELECT 1 FROM deliveries
        WHERE event_id = events.id AND state = 'pending')`,
      Math.max(0, (row?.count ?? 0) - limits.events)
    )
    return outdatedCount + tooMany
  }).pipe((removing) => storeOperation("events.cleanUp", removing))

/** Subscriptions deleted in one transaction. */
const SUBSCRIPTIONS = 500

/**
 * Deletes subscriptions that were removed long ago and of which no delivery is kept. The last one of each target stays,
 * because it is the only trace of a webhook that may have been left behind there (`sources/orphans.ts`). Returns how many
 * were deleted.
 */
export const removeOldSubscriptions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, repeatable } = yield* Database
  const old = (yield* Clock.currentTimeMillis) - Duration.toMillis(Duration.days(KEPT_DAYS))
  const rows = yield* repeatable(sql<{ readonly id: string }>`SELECT id FROM (
        SELECT id, removed_millis, row_number() OVER (
          PARTITION BY plugin, account, trigger_id, target
          ORDER BY CASE WHEN removed_millis IS NULL THEN 0 ELSE 1 END, removed_millis DESC, id DESC
        ) AS place FROM subscriptions
      ) AS places
      WHERE place > 1 AND removed_millis < ${old}
        AND NOT EXISTS (SELECT 1 FROM deliveries WHERE subscription = places.id)`)
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += SUBSCRIPTIONS) {
    const batch = ids.slice(from, from + SUBSCRIPTIONS)
    yield* write(sql`DELETE FROM subscriptions WHERE ${sql.in("id", batch)} AND removed_millis < ${old}`, SCOPE)
    yield* Effect.yieldNow
  }
  return ids.length
}).pipe((removing) => storeOperation("subscriptions.cleanUp", removing))
