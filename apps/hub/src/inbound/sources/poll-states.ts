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
  /** The pause after the latest poll. */
  readonly pauseMillis: number | null
  readonly problem: string | null
  /** 1 if the first poll is done, else 0. Events are reported from then on. */
  readonly hasLooked: number
  readonly nextMillis: number
}

export const pollStates = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  storeOperation(
    "polls.list",
    sql<PollState>`SELECT plugin, account, trigger_id AS "trigger", target, source, interval_millis AS "intervalMillis",
      pause_millis AS "pauseMillis", problem, next_millis AS "nextMillis", CASE WHEN poll_cursor IS NULL THEN 0 ELSE 1 END AS "hasLooked" FROM polls`
  )
)
