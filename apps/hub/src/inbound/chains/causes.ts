/**
 * Records what an account's own runs changed, so that an agent that answers comments with a comment does not start
 * itself. A change is recognized by its record, which the output of the run's step named, or by its actor if the
 * subscription has just started an agent. A service may report a change before it answers the call that made it: such
 * events wait until the call ends.
 */
import type { Occurrence, Watcher } from "@inlay/agent-plugin/Trigger"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import type { AccountRef } from "../events/event-accounts.ts"

/**
 * How long a record counts as the account's own change. A service reports a change within minutes, and a poll finds it
 * within the hour.
 */
const LIFE = Duration.hours(2)
/** Records taken from one output. A long list was read, not changed. */
const MAX_RECORDS = 50
const MAX_DEPTH = 4
const MAX_CHARS = 500
/** How long a call may hold back events. A call that takes longer was stopped, or is no longer waited for. */
const LONGEST_CALL = Duration.seconds(60)
/** Tolerates small clock differences between servers. */
const CLOCK_SLACK_MILLIS = 1_000
const LOOK_AGAIN = Duration.millis(500)

/**
 * Whether a field identifies a record: a page's URL, an object's hash, or a node id. Occurrences name their causes by
 * the same values.
 */
const isRecord = (key: string, text: string): boolean => {
  if (text === "" || text.length > MAX_CHARS) return false
  if (/(^|_)url$/.test(key)) return /^https?:/i.test(text)
  return /(^|_)sha$/.test(key) ? /^[\da-f]{40,64}$/i.test(text) : /(^|_)node_id$/.test(key)
}

/** The records that a step's output names. */
export const recordsOf = (output: unknown, depth = 0): ReadonlyArray<string> => {
  if (typeof output !== "object" || output === null || depth > MAX_DEPTH) return []
  return Object.entries(output)
    .flatMap(([key, value]) =>
      typeof value === "string" ? (isRecord(key, value) ? [value] : []) : recordsOf(value, depth + 1)
    )
    .slice(0, MAX_RECORDS)
}

/** Why an event waits: a call of the account is under way that may have caused it. */
export const HELD = "A call of the account that may have caused it is still running."

const isAccount = (actor: string | undefined, { login }: Watcher): boolean =>
  actor === undefined || login === "" || actor.toLowerCase() === login.toLowerCase()

/** Whether a call of the account may have caused the occurrence, and its records would show that. */
export const mayBeOwn = ({ actor, causes = [] }: Occurrence<unknown>, watcher: Watcher): boolean =>
  causes.length > 0 && isAccount(actor, watcher)

/** The run that changed a record. */
export interface Cause {
  readonly record: string
  /** The event that started the run, if one did. */
  readonly event: string | undefined
}

export class Causes extends Context.Service<
  Causes,
  {
    /**
     * Records what a run changed.
     * @param event the id of the event that started the run
     */
    readonly note: (
      ref: AccountRef,
      records: ReadonlyArray<string>,
      event: string | undefined
    ) => Effect.Effect<void, StorageError>
    /**
     * Runs a call that may change something at the service, and marks it as under way. The call itself must `note` what
     * it changed.
     */
    readonly changing: <A, E, R>(ref: AccountRef, run: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Whether a call is under way that may have caused what the hub heard at `heardMillis`. */
    readonly isChanging: (ref: AccountRef, heardMillis: number) => Effect.Effect<boolean, StorageError>
    /** Waits until no call is under way that may have caused one of the occurrences, heard at `heardMillis`. */
    readonly settled: (
      ref: AccountRef,
      occurrences: ReadonlyArray<Occurrence<unknown>>,
      watcher: Watcher,
      heardMillis: number
    ) => Effect.Effect<void, StorageError>
    /** Finds the run that changed one of these records. */
    readonly find: (ref: AccountRef, records: ReadonlyArray<string>) => Effect.Effect<Cause | undefined, SqlError>
  }
>()("@inlay/hub/Causes") {}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write, repeatable }]) => {
  const begin = Effect.fnUntraced(function* (id: string, { plugin, account }: AccountRef) {
    const now = yield* Clock.currentTimeMillis
    const sweep = sql`DELETE FROM own_calls WHERE begun_millis < ${now - Duration.toMillis(LIFE)}`
    const row = { id, plugin, account, begun_millis: now }
    yield* storeOperation("causes.begin", write(Effect.andThen(sweep, sql`INSERT INTO own_calls ${sql.insert(row)}`)))
  })
  const end = (id: string) => storeOperation("causes.end", write(sql`DELETE FROM own_calls WHERE id = ${id}`))
  /**
   * The change has been made at the service, so a failure to note it is only logged. Its events may then count as
   * somebody else's.
   */
  const quietly = <A>(noting: Effect.Effect<A, StorageError>) =>
    noting.pipe(Effect.catch((error) => Effect.logWarning(`own changes: ${error.message}`)))

  const isChanging = Effect.fnUntraced(function* ({ plugin, account }: AccountRef, heardMillis: number) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* storeOperation(
      "causes.underWay",
      repeatable(sql`SELECT id FROM own_calls WHERE plugin = ${plugin} AND account = ${account}
        AND begun_millis <= ${Math.min(heardMillis, now) + CLOCK_SLACK_MILLIS}
        AND begun_millis > ${now - Duration.toMillis(LONGEST_CALL)} LIMIT 1`)
    )
    return rows.length > 0
  })
  return Causes.of({
    changing: (ref, run) =>
      Effect.suspend(() => {
        const id = crypto.randomUUID()
        return Effect.acquireUseRelease(
          quietly(begin(id, ref)),
          () => run,
          () => quietly(end(id))
        )
      }),
    isChanging,
    settled: (ref, occurrences, watcher, heardMillis) =>
      occurrences.some((occurrence) => mayBeOwn(occurrence, watcher))
        ? isChanging(ref, heardMillis).pipe(
            Effect.tap((isUnderWay) => (isUnderWay ? Effect.sleep(LOOK_AGAIN) : Effect.void)),
            Effect.repeat({ while: (isUnderWay) => isUnderWay }),
            Effect.asVoid
          )
        : Effect.void,
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
      yield* storeOperation("causes.note", write(Effect.andThen(noting.unprepared, sweep)))
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
})

export const layer: Layer.Layer<Causes, never, SqlClient.SqlClient | Database> = Layer.effect(Causes, make)
