/** When a token, an agent or a session was used last, which lists show and an idle session ends by. */
import type { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** The precision, so that a busy holder does not cause a write on every call. */
const PRECISION_MILLIS = 60_000

/**
 * Notes uses in a table that has the columns `id` and `last_used_millis`. A use that cannot be stored, as on a full
 * disk, is only logged: what can be read without writing stays readable.
 */
export const usesIn =
  (table: string, sql: SqlClient, { write, repeatable }: Database["Service"]) =>
  (
    operation: string,
    id: string,
    lastUsedMillis: number | null | undefined,
    nowMillis: number
  ): Effect.Effect<void> => {
    const earlierMillis = nowMillis - PRECISION_MILLIS
    if (lastUsedMillis != null && lastUsedMillis > earlierMillis) return Effect.void
    const update = sql`UPDATE ${sql(table)} SET last_used_millis = ${nowMillis}
      WHERE id = ${id} AND (last_used_millis IS NULL OR last_used_millis <= ${earlierMillis})`
    return storeOperation(operation, repeatable(write(update))).pipe(
      Effect.asVoid,
      Effect.catch((error) => Effect.logWarning(error.message))
    )
  }
