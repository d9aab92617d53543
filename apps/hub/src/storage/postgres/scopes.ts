/**
 * Named locks that one transaction of all programs holds at a time: first by a queue in this process, so that waiting
 * takes no connection, then by PostgreSQL's advisory locks, which end with the transaction or the connection.
 */
import * as Queue from "@inlay/core-http/queue"
import { CallEnd, LONGEST_WAIT, endOfWait, nowMillis } from "@inlay/sql-stores/call-end"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { LockTimeoutError, SqlError } from "effect/sql/SqlError"

/** A process that stalls inside a transaction blocks others for this long at most. */
const LONGEST_IDLE_MILLIS = 30_000

const tooLate = new SqlError({
  reason: new LockTimeoutError({
    message: "other calls hold locks that it needs and did not release them in time",
    operation: "lock",
    cause: undefined
  })
})

/** Runs the body in a transaction that holds the scopes. */
export type InScopes = <A, E, R>(
  scopes: ReadonlyArray<string>,
  body: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | SqlError, R>

export const make = (sql: SqlClient): InScopes => {
  const inTurn = Queue.makeByKey()

  const lock = (scopes: ReadonlyArray<string>, endMillis: number) =>
    Effect.flatMap(nowMillis, (now) =>
      endMillis <= now
        ? Effect.fail(tooLate)
        : // Taken one after another, in the order of the list.
          sql`SELECT set_config('lock_timeout', ${String(Math.ceil(endMillis - now))}, true),
            set_config('idle_in_transaction_session_timeout', ${String(LONGEST_IDLE_MILLIS)}, true),
            ${sql.csv(scopes.map((scope) => sql`pg_advisory_xact_lock(hashtextextended(${`inlay ${scope}`}, 0))::text`))}`
    )

  return (names, body) => {
    if (names.length === 0) return sql.withTransaction(body)
    // Everybody takes locks in the same order, so no two transactions can wait for each other.
    const scopes = [...new Set(names)].sort()
    return Effect.gen(function* () {
      const end = endOfWait(yield* nowMillis, yield* CallEnd, LONGEST_WAIT)
      const whole = sql.withTransaction(Effect.andThen(lock(scopes, end), body))
      return yield* scopes.reduceRight<typeof whole>((effect, scope) => inTurn(scope, 1, effect), whole)
    })
  }
}
