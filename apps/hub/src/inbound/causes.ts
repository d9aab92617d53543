/**
 * What the account's own runs changed, so that an agent that answers comments with a comment does not start itself. A change
 * is known by its record, as the step that made it gave it, or by its actor, where the subscription has just started an agent.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** How long a record counts as one's own: a service tells of a change within minutes, a poll within the hour. */
const LIFE = Duration.hours(2)
/** Of one answer; a list of what was read is no change. */
const MAX_RECORDS = 50
const MAX_DEPTH = 4
const MAX_CHARS = 500

/** Pages, and objects by their hash: what occurrences name as their causes. */
const isRecord = (key: string, text: string): boolean =>
  text.length <= MAX_CHARS &&
  (/(^|_)url$/.test(key) ? /^https?:/i.test(text) : /(^|_)sha$/.test(key) && /^[\da-f]{40,64}$/i.test(text))

/** The records that a step's output names. */
export const recordsOf = (output: unknown, depth = 0): ReadonlyArray<string> => {
  if (typeof output !== "object" || output === null || depth > MAX_DEPTH) return []
  return Object.entries(output)
    .flatMap(([key, value]) =>
      typeof value === "string" ? (isRecord(key, value) ? [value] : []) : recordsOf(value, depth + 1)
    )
    .slice(0, MAX_RECORDS)
}

interface OfAccount {
  readonly plugin: string
  readonly account: string
}

/** The run that a record is of. */
export interface Cause {
  readonly record: string
  /** The event that the run belonged to, where it did. */
  readonly event: string | undefined
}

export class Causes extends Context.Service<
  Causes,
  {
    /** Notes what a run changed. @param event the id of the event that started it */
    readonly note: (
      of: OfAccount,
      records: ReadonlyArray<string>,
      event: string | undefined
    ) => Effect.Effect<void, StorageError>
    /** The run that changed one of these records. */
    readonly find: (of: OfAccount, records: ReadonlyArray<string>) => Effect.Effect<Cause | undefined, SqlError>
  }
>()("@inlay/hub/Causes") {}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write }]) =>
  Causes.of({
    note: Effect.fnUntraced(function* ({ plugin, account }, records, event) {
      const now = yield* Clock.currentTimeMillis
      const rows = [...new Set(records)].map((record) => ({
        plugin,
        account,
        record,
        run_event: event ?? null,
        at_millis: now
      }))
      const [first, ...others] = rows
      if (first === undefined) return
      const noting = sql`INSERT INTO own_changes ${sql.insert([first, ...others])} ON CONFLICT (plugin, account, record)
        DO UPDATE SET run_event = excluded.run_event, at_millis = excluded.at_millis`
      const sweep = sql`DELETE FROM own_changes WHERE at_millis < ${now - Duration.toMillis(LIFE)}`
      yield* stored("causes.note", write(Effect.andThen(noting.unprepared, sweep)))
    }),
    find: Effect.fnUntraced(function* ({ plugin, account }, records) {
      if (records.length === 0) return undefined
      const since = (yield* Clock.currentTimeMillis) - Duration.toMillis(LIFE)
      const [row] = yield* sql<{ readonly record: string; readonly run_event: string | null }>`
        SELECT record, run_event FROM own_changes WHERE plugin = ${plugin} AND account = ${account}
          AND ${sql.in("record", records)} AND at_millis >= ${since} ORDER BY at_millis DESC LIMIT 1`
      return row && { record: row.record, event: row.run_event ?? undefined }
    })
  })
)

export const layer: Layer.Layer<Causes, never, SqlClient.SqlClient | Database> = Layer.effect(Causes, make)
