/**
 * Recognises a connection pooler between this program and the server, such as PgBouncer. One that gives each transaction
 * another connection to the server (`pool_mode = transaction`) loses prepared statements, unless it is new and keeps
 * them itself. One that does so for each statement knows no transactions.
 */
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import { SqlError, UnknownError } from "effect/sql/SqlError"

const noTransactions = new SqlError({
  reason: new UnknownError({
    message: "the connection pooler before it allows no transactions: set its pool_mode to session or transaction",
    operation: "connect",
    cause: undefined
  })
})

/** Whether a connection leads to a pooler, which gives its clients process ids of its own. */
export const isBehind = Effect.fnUntraced(function* ({ query, processId }: PgConnection.PgConnection) {
  const { rows } = yield* query("SELECT pg_backend_pid() AS pid", [], false)
  if (rows[0]?.["pid"] === processId) return false
  // It ends the connection, without a reason that would arrive.
  yield* Effect.mapError(Effect.andThen(query("BEGIN", [], false), query("COMMIT", [], false)), (error) =>
    error.reason._tag === "ConnectionError" ? noTransactions : error
  )
  return true
})
