/** The polls and their state. Can be read without a running server. */
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export interface PollState {
  readonly plugin: string
  readonly account: string
  readonly trigger: string
  /** JSON. */
  readonly target: string
  /** Polls of one source and target run together. */
  readonly source: string
  readonly intervalMillis: number
  readonly problem: string | undefined
  /** Whether the first poll is done. Events are reported from then on. */
  readonly hasLooked: boolean
  readonly nextMillis: number
}

export const pollStates = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  storeOperation(
    "polls.list",
    Effect.map(
      sql<{
        readonly plugin: string
        readonly account: string
        readonly trigger_id: string
        readonly target: string
        readonly source: string
        readonly interval_millis: number
        readonly problem: string | null
        readonly looked: number
        readonly next_millis: number
      }>`SELECT plugin, account, trigger_id, target, source, interval_millis, problem, next_millis,
        CASE WHEN poll_cursor IS NULL THEN 0 ELSE 1 END AS looked FROM polls`,
      (rows) =>
        rows.map(
          ({
            plugin,
            account,
            trigger_id,
            target,
            source,
            interval_millis,
            problem,
            looked,
            next_millis
          }): PollState => ({
            plugin,
            account,
            trigger: trigger_id,
            target,
            source,
            intervalMillis: interval_millis,
            problem: problem ?? undefined,
            hasLooked: looked === 1,
            nextMillis: next_millis
          })
        )
    )
  )
)
