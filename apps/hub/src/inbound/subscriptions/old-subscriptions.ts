/**
 * Deletes subscriptions that were removed long ago and of which no delivery is kept. The last one of each target stays,
 * because it is the only trace of a webhook that may have been left behind there (`sources/orphans.ts`).
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { KEPT_DAYS } from "../clean-up.ts"
import { SCOPE } from "./ending.ts"

/** Rows deleted in one transaction. SQLite allows no other write in the meantime. */
const BATCH = 500

/** Returns how many subscriptions were deleted. */
export const removeOldSubscriptions: Effect.Effect<number, StorageError, SqlClient.SqlClient | Database> = Effect.gen(
  function* () {
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
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH)
      yield* write(sql`DELETE FROM subscriptions WHERE ${sql.in("id", batch)} AND removed_millis < ${old}`, SCOPE)
      yield* Effect.yieldNow
    }
    return ids.length
  }
).pipe((removing) => storeOperation("subscriptions.cleanUp", removing))
