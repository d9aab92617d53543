/**
 * What happened, once for each account, trigger and key, in the order in which it came to be known: the feed, and what
 * deliveries are made of.
 */
import type { Occurrence } from "@inlay/agent-plugin/Trigger"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { Causes, type Cause } from "./causes.ts"
import type { Source } from "./inbox.ts"

interface OfAccount {
  readonly plugin: string
  readonly account: string
}

export interface Recorded {
  readonly id: number
  /** When it was known first, by whatever way. */
  readonly receivedMillis: number
  /** The account's own run that caused it. */
  readonly cause: Cause | undefined
  /** How many starts led to it. */
  readonly depth: number
}

export interface Event extends OfAccount {
  /** Grows with every event. */
  readonly id: number
  readonly trigger: string
  readonly key: string
  /** ISO 8601, as the service says. */
  readonly at: string
  readonly actor: string | undefined
  readonly data: unknown
  readonly source: Source
  readonly causedBy: string | undefined
}

export class Events extends Context.Service<
  Events,
  {
    /** As a part of a transaction that has the scope "inbound events": their ids grow in the order of commits. */
    readonly record: (
      of: OfAccount,
      trigger: string,
      occurrence: Occurrence<unknown>,
      source: Source,
      receivedMillis: number,
      inboxId?: number
    ) => Effect.Effect<Recorded, SqlError>
    /** Those after an id, oldest first. */
    readonly after: (id: number, limit: number) => Effect.Effect<ReadonlyArray<Event>, StorageError>
    /** The newest id. */
    readonly latest: Effect.Effect<number, StorageError>
    /** Tells who waits that there are new ones. */
    readonly wake: Effect.Effect<void>
    /** Until there are new ones in this process. */
    readonly awaited: Effect.Effect<void>
  }
>()("@inlay/hub/Events") {}

interface Row {
  readonly id: number
  readonly plugin: string
  readonly account: string
  readonly trigger_id: string
  readonly event_key: string
  readonly at: string
  readonly actor: string | null
  readonly data: string
  readonly source: Source
  readonly caused_by: string | null
  readonly depth: number
  readonly received_millis: number
}

const eventOf = (row: Row): Event => ({
  id: row.id,
  plugin: row.plugin,
  account: row.account,
  trigger: row.trigger_id,
  key: row.event_key,
  at: row.at,
  actor: row.actor ?? undefined,
  data: JSON.parse(row.data),
  source: row.source,
  causedBy: row.caused_by ?? undefined
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { repeatable } = yield* Database
  const causes = yield* Causes
  const latch = yield* Latch.make()

  const depthOf = (cause: Cause | undefined) =>
    cause?.event === undefined
      ? Effect.succeed(cause === undefined ? 0 : 1)
      : Effect.map(
          sql<{ readonly depth: number }>`SELECT events.depth FROM events
            JOIN deliveries ON deliveries.event_id = events.id WHERE deliveries.id = ${cause.event}`,
          ([row]) => (row?.depth ?? 0) + 1
        )

  const record = Effect.fnUntraced(function* (
    { plugin, account }: OfAccount,
    trigger: string,
    { key, at, actor, data, causes: records = [] }: Occurrence<unknown>,
    source: Source,
    receivedMillis: number,
    inboxId?: number
  ) {
    const cause = yield* causes.find({ plugin, account }, records)
    const depth = yield* depthOf(cause)
    const row = {
      plugin,
      account,
      trigger_id: trigger,
      event_key: key,
      at,
      actor: actor ?? null,
      data: JSON.stringify(data),
      source,
      inbox_id: inboxId ?? null,
      caused_by: cause === undefined ? null : (cause.event ?? cause.record),
      depth,
      received_millis: receivedMillis
    }
    const [own] = yield* sql<{ readonly id: number }>`INSERT INTO events ${sql.insert(row)}
      ON CONFLICT (plugin, account, trigger_id, event_key) DO NOTHING RETURNING id`
    if (own !== undefined) return { id: own.id, receivedMillis, cause, depth }
    const [before] = yield* sql<Pick<Row, "id" | "received_millis" | "depth">>`SELECT id, received_millis, depth
      FROM events WHERE plugin = ${plugin} AND account = ${account} AND trigger_id = ${trigger} AND event_key = ${key}`
    if (before === undefined) return yield* Effect.die("an event that is there cannot be read")
    return { id: before.id, receivedMillis: before.received_millis, cause, depth: before.depth }
  })

  return Events.of({
    record,
    after: (id, limit) =>
      stored(
        "events.after",
        Effect.map(repeatable(sql<Row>`SELECT * FROM events WHERE id > ${id} ORDER BY id LIMIT ${limit}`), (rows) =>
          rows.map(eventOf)
        )
      ),
    latest: stored(
      "events.latest",
      Effect.map(
        repeatable(sql<{ readonly id: number | null }>`SELECT max(id) AS id FROM events`),
        ([row]) => row?.id ?? 0
      )
    ),
    wake: Effect.asVoid(latch.release),
    awaited: latch.await
  })
})

export const layer: Layer.Layer<Events, never, SqlClient.SqlClient | Database | Causes> = Layer.effect(Events, make)
