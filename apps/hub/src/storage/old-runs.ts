/** Removes old runs from the audit log. What they spent stays in the ledger. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { REMOVAL_PAUSE } from "./removal-pause.ts"

/** How long a run stays in the audit log: a year can be compared with the one before. */
export const KEPT_DAYS = 400
/** Rows removed in one transaction. SQLite allows no other write in the meantime. */
const BATCH = 100

/** Returns how many runs were removed. */
export const removeOldRuns: Effect.Effect<number, StorageError, SqlClient.SqlClient | Database> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const { write } = yield* Database
    const old = (yield* Clock.currentTimeMillis) - Duration.toMillis(Duration.days(KEPT_DAYS))
    const batch = write(
      sql<{ readonly id: number }>`DELETE FROM audit WHERE id IN (
        SELECT id FROM audit WHERE at_millis < ${old} ORDER BY at_millis LIMIT ${BATCH}) RETURNING id`
    )
    let count = 0
    for (;;) {
      const { length } = yield* batch
      count += length
      if (length < BATCH) return count
      yield* Effect.sleep(REMOVAL_PAUSE)
    }
  }
).pipe((removing) => storeOperation("audit.cleanUp", removing))
