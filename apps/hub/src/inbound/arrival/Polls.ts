/** What is polled, where no hook tells of it: the rows, and the polling. A poll that is due is one server's. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { Causes, mayBeOwn } from "../causes.ts"
import { Connections } from "../connections.ts"
import { Recorder } from "../Recorder.ts"
import type { WantedPoll } from "./plan.ts"

interface Row {
  readonly plugin: string
  readonly account: string
  readonly trigger_id: string
  readonly target: string
  readonly place: string
  readonly interval_millis: number
  readonly poll_cursor: string | null
  readonly next_millis: number
  readonly problem: string | null
}

export class Polls extends Context.Service<
  Polls,
  {
    /** From now on these and no others; those that were there go on where they are. */
    readonly replace: (wanted: ReadonlyArray<WantedPoll>) => Effect.Effect<void, StorageError>
    /** Polls what is due. */
    readonly round: Effect.Effect<void>
  }
>()("@inlay/hub/Polls") {}

/** A poll that takes longer is anybody's again. */
const CLAIM_MILLIS = 120_000
const AT_ONCE = 4

const keyOf = ({ plugin, account, trigger_id, target }: Pick<Row, "plugin" | "account" | "trigger_id" | "target">) =>
  JSON.stringify([plugin, account, trigger_id, target])

const waitOf = (error: ProviderError | StorageError): number =>
  error._tag === "ProviderError" && "retryAfterSeconds" in error.reason
    ? (error.reason.retryAfterSeconds ?? 0) * 1000
    : 0

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write } = yield* Database
  const connections = yield* Connections
  const recorder = yield* Recorder
  const causes = yield* Causes

  const at = ({ plugin, account, trigger_id, target }: Pick<Row, "plugin" | "account" | "trigger_id" | "target">) =>
    sql`plugin = ${plugin} AND account = ${account} AND trigger_id = ${trigger_id} AND target = ${target}`

  const replace = Effect.fnUntraced(function* (wanted: ReadonlyArray<WantedPoll>) {
    const now = yield* Clock.currentTimeMillis
    const rows = wanted.map(({ plugin, account, trigger, target, place, intervalMillis }) => ({
      plugin,
      account,
      trigger_id: trigger,
      target: JSON.stringify(target),
      place,
      interval_millis: Math.round(intervalMillis),
      next_millis: now
    }))
    const keys = new Set(rows.map(keyOf))
    for (const row of yield* sql<Row>`SELECT * FROM polls`) {
      if (!keys.has(keyOf(row))) yield* sql`DELETE FROM polls WHERE ${at(row)}`
    }
    for (const row of rows) {
      yield* sql`INSERT INTO polls ${sql.insert(row)} ON CONFLICT (plugin, account, trigger_id, target)
        DO UPDATE SET interval_millis = excluded.interval_millis`
    }
  })

  const poll = Effect.fnUntraced(function* (row: Row) {
    const connected = yield* connections.find(row)
    const { connection } = connected
    const watcher = yield* connection.watcher
    const target: unknown = JSON.parse(row.target)
    const polled = yield* connection.poll(row.trigger_id, target, row.poll_cursor ?? undefined)
    const now = yield* Clock.currentTimeMillis
    const next = now + Math.max(row.interval_millis, (polled.nextAfterSeconds ?? 0) * 1000)
    if (polled.occurrences.some((occurrence) => mayBeOwn(occurrence, watcher))) yield* causes.settled(row, now)
    const skipped = polled.skipped ?? 0
    const problem = skipped > 0 ? `${skipped} events came faster than they could be polled, and were not seen.` : null
    yield* recorder.record(
      Effect.as(
        sql`UPDATE polls SET poll_cursor = ${polled.cursor}, next_millis = ${next}, problem = ${problem} WHERE ${at(row)}`,
        [
          {
            connected,
            watcher,
            places: [row.place],
            occurrences: polled.occurrences.map((occurrence) => ({ trigger: row.trigger_id, occurrence })),
            source: "poll" as const,
            receivedMillis: now
          }
        ]
      )
    )
  })

  const failed = Effect.fnUntraced(function* (row: Row, error: ProviderError | StorageError) {
    const next = (yield* Clock.currentTimeMillis) + Math.max(row.interval_millis, waitOf(error))
    yield* stored(
      "polls.failed",
      write(sql`UPDATE polls SET problem = ${error.message}, next_millis = ${next} WHERE ${at(row)}`)
    )
  })

  const claimed = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const due = yield* sql<Row>`SELECT * FROM polls WHERE next_millis <= ${now} ORDER BY next_millis LIMIT 20`
    const own: Array<Row> = []
    for (const row of due) {
      const rows = yield* write(
        sql`UPDATE polls SET next_millis = ${now + CLAIM_MILLIS}
          WHERE ${at(row)} AND next_millis = ${row.next_millis} RETURNING plugin`
      )
      if (rows.length > 0) own.push(row)
    }
    return own
  })

  return Polls.of({
    replace: (wanted) => stored("polls.replace", write(replace(wanted), "polls")),
    round: Effect.flatMap(stored("polls.due", claimed), (rows) =>
      Effect.forEach(rows, (row) => poll(row).pipe(Effect.catch((error) => failed(row, error))), {
        concurrency: AT_ONCE,
        discard: true
      })
    ).pipe(Effect.catchCause((cause) => Effect.logError("polls: they cannot be run just now.", cause)))
  })
})

export const layer: Layer.Layer<Polls, never, SqlClient.SqlClient | Database | Connections | Recorder | Causes> =
  Layer.effect(Polls, make)
