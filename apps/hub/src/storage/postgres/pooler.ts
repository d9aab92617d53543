/**
 * Recognises a connection pooler between this program and the server, such as PgBouncer. One that gives each transaction
 * another connection to the server (`pool_mode = transaction`) loses prepared statements, unless it is new and keeps
 * them itself. One that does so for each statement knows no transactions. One that has replicas answer reads, as Pgpool-II
 * does by default, hides what was just paid for: it would be bought again.
 */
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import { SqlError, UnknownError } from "effect/sql/SqlError"

const unfit = (message: string) =>
  new SqlError({ reason: new UnknownError({ message, operation: "connect", cause: undefined }) })

const noTransactions = unfit(
  "the connection pooler before it allows no transactions: set its pool_mode to session or transaction"
)
const readsElsewhere = unfit(
  "the connection pooler before it sends reads to another server, which may be behind: switch off its load balancing, at least for this database (in Pgpool-II by load_balance_mode, or by database_redirect_preference_list)"
)

/** The process of the server that runs a statement. */
const processOf = ({ query }: PgConnection.PgConnection, from = "") =>
  Effect.map(query(`SELECT pg_backend_pid() AS pid${from}`, [], false), ({ rows }) => rows[0]?.["pid"])

const checkTransaction = Effect.fnUntraced(function* (connection: PgConnection.PgConnection) {
  yield* connection.query("BEGIN", [], false)
  const reading = yield* processOf(connection)
  // Only the primary is asked for a lock.
  const locking = yield* processOf(connection, " FROM pg_try_advisory_xact_lock_shared(0)")
  yield* connection.query("COMMIT", [], false)
  if (reading !== locking) return yield* Effect.fail(readsElsewhere)
})

/**
 * Whether a connection leads to a pooler, which gives its clients process ids of its own.
 * @param isFirst whether it is the program's first one: a later one that is lost meanwhile was not refused
 */
export const isBehind = Effect.fnUntraced(function* (connection: PgConnection.PgConnection, isFirst: boolean) {
  if ((yield* processOf(connection)) === connection.processId) return false
  const check = Effect.scoped(Effect.flatMap(connection.pin, checkTransaction))
  // A pooler that allows no transactions ends the connection, without a reason that would arrive.
  yield* Effect.mapError(check, (error) =>
    isFirst && error.reason._tag === "ConnectionError" ? noTransactions : error
  )
  return true
})
