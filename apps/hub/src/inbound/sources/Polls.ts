/**
 * The polls for events that no hook delivers: their rows and the polling itself. Triggers that read the same source of
 * a target are polled together, by one server at a time, so that shared reads are requested once.
 */
import { createHash } from "node:crypto"

import * as SharedReads from "@inlay/agent-plugin/SharedReads"
import { skippedInWords, waitOf } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { reporting } from "../../serving/outage.ts"
import { failingOnBug, type Bug } from "../bugs.ts"
import { Causes } from "../chains/causes.ts"
import { Connections } from "../connections.ts"
import type { AccountRef } from "../events/event-accounts.ts"
import { Recorder } from "../events/Recorder.ts"
import { countPolls } from "../metrics.ts"
import { Leases } from "./Leases.ts"
import type { WantedPoll } from "./plan.ts"

/** A source of a target, which one or more triggers read. */
interface Source {
  readonly plugin: string
  readonly account: string
  /** JSON. */
  readonly target: string
  readonly source: string
}

interface Row extends Source {
  readonly trigger_id: string
  readonly place: string
  readonly interval_millis: number
  readonly request_millis: number
  readonly poll_cursor: string | null
  readonly next_millis: number
}

const COLUMNS =
  "plugin, account, trigger_id, target, place, source, interval_millis, request_millis, poll_cursor, next_millis"

export class Polls extends Context.Service<
  Polls,
  {
    /**
     * Replaces the set of polls. Polls that exist already keep their cursor and due time.
     * @param isKept whether an account's other polls stay as they are
     */
    readonly replace: (
      polls: ReadonlyArray<WantedPoll>,
      isKept: (ref: AccountRef) => boolean
    ) => Effect.Effect<void, StorageError>
    /** Runs the polls that are due. */
    readonly round: Effect.Effect<void>
  }
>()("@inlay/hub/Polls") {}

const AT_ONCE = 4
const MAX_SOURCES = 20
/**
 * The longest pause between two polls, whatever the account's limit and its service ask for. A poll that is scheduled
 * further ahead was scheduled with a wrong clock.
 */
const LONGEST_MILLIS = 2 * 86_400_000
/** The time after the longest of these pauses. */
const after = (nowMillis: number, ...pausesMillis: ReadonlyArray<number>): number =>
  nowMillis + Math.min(LONGEST_MILLIS, Math.max(...pausesMillis))

type Key = Pick<Row, "plugin" | "account" | "trigger_id" | "target">

const keyOf = ({ plugin, account, trigger_id, target }: Key) => JSON.stringify([plugin, account, trigger_id, target])

const leaseOf = ({ plugin, account, target, source }: Source): string =>
  `poll ${createHash("sha256")
    .update(JSON.stringify([plugin, account, target, source]))
    .digest("base64url")}`

const polling = failingOnBug("polling")

type Failure = ProviderError | StorageError | Bug

const waitMillisOf = (error: Failure): number =>
  error._tag === "ProviderError" && "retryAfterSeconds" in error.reason
    ? waitOf(error.reason.retryAfterSeconds) * 1000
    : 0

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write } = yield* Database
  const connections = yield* Connections
  const recorder = yield* Recorder
  const causes = yield* Causes
  const leases = yield* Leases

  const at = ({ plugin, account, trigger_id, target }: Key) =>
    sql`plugin = ${plugin} AND account = ${account} AND trigger_id = ${trigger_id} AND target = ${target}`

  /** Still the poll that was read: by now, the row may be that of another account that was connected under the name. */
  const asRead = (row: Row) => sql`${at(row)} AND next_millis = ${row.next_millis}`

  const isMisdated = (now: number) => sql`next_millis > ${now + LONGEST_MILLIS}`

  const replace = Effect.fnUntraced(function* (polls: ReadonlyArray<WantedPoll>, isKept: (ref: AccountRef) => boolean) {
    const now = yield* Clock.currentTimeMillis
    const rows = polls.map(({ plugin, account, trigger, target, place, source, intervalMillis, requestMillis }) => ({
      plugin,
      account,
      trigger_id: trigger,
      target: JSON.stringify(target),
      place,
      source,
      interval_millis: Math.round(intervalMillis),
      request_millis: Math.round(requestMillis),
      next_millis: now
    }))
    const currentRows = new Map(
      (yield* sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM polls`).map((row) => [keyOf(row), row])
    )
    const keys = new Set(rows.map(keyOf))
    for (const [key, row] of currentRows) {
      if (!keys.has(key) && !isKept(row)) yield* sql`DELETE FROM polls WHERE ${at(row)}`
    }
    for (const row of rows) {
      // On PostgreSQL, a poll that is being recorded waits for the rows that are written here, and all other events wait
      // for it.
      const before = currentRows.get(keyOf(row))
      if (
        before?.source === row.source &&
        before.interval_millis === row.interval_millis &&
        before.request_millis === row.request_millis
      ) {
        continue
      }
      yield* sql`INSERT INTO polls ${sql.insert(row)} ON CONFLICT (plugin, account, trigger_id, target)
        DO UPDATE SET source = excluded.source, interval_millis = excluded.interval_millis,
          request_millis = excluded.request_millis`
    }
  })

  const recordFailure = (row: Row, error: Failure, nextMillis: number) =>
    Effect.andThen(
      countPolls("failed"),
      storeOperation(
        "polls.failed",
        write(sql`UPDATE polls SET problem = ${error.message}, next_millis = ${nextMillis} WHERE ${asRead(row)}`)
      )
    )

  const poll = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
    const [first] = rows
    if (first === undefined) return
    const connected = yield* connections.find(first)
    const { connection } = connected
    const watcher = yield* connection.watcher
    const target: unknown = JSON.parse(first.target)
    const { result: outcomes, reads } = yield* SharedReads.sharing(
      Effect.forEach(rows, (row) =>
        Effect.map(
          Effect.result(polling(connection.poll(row.trigger_id, target, row.poll_cursor ?? undefined))),
          (outcome) => ({ row, outcome })
        )
      )
    )
    const now = yield* Clock.currentTimeMillis
    const polls = outcomes.flatMap(({ row, outcome }) =>
      outcome._tag === "Failure" ? [] : [{ row, polled: outcome.success }]
    )
    const paces = polls.map(({ polled }) => waitOf(polled.nextAfterSeconds) * 1000)
    const next = after(now, first.interval_millis, Math.max(1, reads) * first.request_millis, ...paces)
    yield* causes.settled(
      first,
      polls.flatMap(({ polled }) => polled.occurrences),
      watcher,
      now
    )
    const observations = Effect.forEach(polls, ({ row, polled }) =>
      Effect.map(
        sql`UPDATE polls SET poll_cursor = ${polled.cursor}, next_millis = ${next}, pause_millis = ${next - now},
          problem = ${skippedInWords(polled) ?? null}
          WHERE ${asRead(row)} RETURNING place`,
        // If the account was renamed meanwhile, the next poll reports the same under the new name.
        (updatedRows) =>
          updatedRows.map(() => ({
            connected,
            watcher,
            places: [row.place],
            occurrences: polled.occurrences.map((occurrence) => ({ trigger: row.trigger_id, occurrence })),
            source: "poll" as const,
            receivedMillis: now
          }))
      )
    )
    yield* recorder.record(Effect.map(observations, (each) => each.flat()))
    yield* countPolls("ok", polls.length)
    for (const { row, outcome } of outcomes) {
      if (outcome._tag === "Failure") {
        yield* recordFailure(row, outcome.failure, Math.max(next, now + waitMillisOf(outcome.failure)))
      }
    }
  })

  /** Polls all triggers of the source together, except those still backing off after a failure. */
  const pollSource = Effect.fnUntraced(function* (one: Source) {
    const { plugin, account, target, source } = one
    const now = yield* Clock.currentTimeMillis
    // Read after the lease was taken: another server may have just polled them.
    const rows = yield* storeOperation(
      "polls.source",
      sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM polls WHERE plugin = ${plugin} AND account = ${account} AND target = ${target}
        AND source = ${source} AND (next_millis <= ${now} + interval_millis OR ${isMisdated(now)}) ORDER BY trigger_id`
    )
    if (rows.every((row) => row.next_millis > now && row.next_millis <= now + LONGEST_MILLIS)) return
    yield* polling(poll(rows)).pipe(
      Effect.catch((error) =>
        Effect.forEach(rows, (row) => recordFailure(row, error, after(now, row.interval_millis, waitMillisOf(error))), {
          discard: true
        })
      )
    )
  })

  const due = Effect.flatMap(
    Clock.currentTimeMillis,
    (now) => sql<Source>`SELECT plugin, account, target, source FROM polls
      WHERE next_millis <= ${now} OR ${isMisdated(now)}
      GROUP BY plugin, account, target, source ORDER BY min(next_millis) LIMIT ${MAX_SOURCES}`
  )

  return Polls.of({
    replace: (polls, isKept) => storeOperation("polls.replace", write(replace(polls, isKept), "polls")),
    round: Effect.flatMap(storeOperation("polls.due", due), (sources) =>
      Effect.forEach(sources, (one) => leases.having(leaseOf(one), pollSource(one)), {
        concurrency: AT_ONCE,
        discard: true
      })
    ).pipe(reporting("polls: polling failed."))
  })
})

export const layer = Layer.effect(Polls, make)
