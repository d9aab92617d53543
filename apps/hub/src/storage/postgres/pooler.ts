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

/** A pooler that allows none ends the connection, without a reason that would arrive. */
export const noTransactions = unfit(
  "the connection pooler before it allows no transactions: set its pool_mode to session or transaction"
)
const readsElsewhere = unfit(
  "the connection pooler before it sends reads to another server, which may be behind: switch off its load balancing, at least for this database (in Pgpool-II by load_balance_mode, or by database_redirect_preference_list)"
)

/** The process of the server that runs a statement. */
const processOf = ({ query }: PgConnection.PgConnection, from = "") =>
  Effect.map(query(`SELECT pg_backend_pid() AS pid${from}`, [], false), ({ rows }) => rows[0]?.["pid"])

/** Whether a connection leads to a pooler, which gives its clients process ids of its own. */
export const isBehind = (connection: PgConnection.PgConnection) =>
  Effect.map(processOf(connection), (pid) => pid !== connection.processId)

/** Fails if the pooler that a connection leads to sends reads and locks to two servers. */
export const checkServer = (connection: PgConnection.PgConnection) =>
  Effect.scoped(
    Effect.gen(function* () {
      const pinned = yield* connection.pin
      yield* pinned.query("BEGIN", [], false)
      const reading = yield* processOf(pinned)
      // Only the primary is asked for a lock.
      const locking = yield* processOf(pinned, " FROM pg_try_advisory_xact_lock_shared(0)")
      yield* pinned.query("COMMIT", [], false)
      if (reading !== locking) return yield* Effect.fail(readsElsewhere)
    })
  )
