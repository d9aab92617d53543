/**
 * Events, stored once for each account, trigger and key, in the order in which the hub learned of them. The feed and
 * deliveries read them.
 */
import { createHash } from "node:crypto"

import type { Occurrence } from "@inlay/agent-plugin/Trigger"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { readEventJson, readPlaces, readTexts } from "../../storage/inbound-json.ts"
import { Causes, type Cause } from "../chains/causes.ts"
import { linkStatement } from "../chains/event-links.ts"
import type { Source } from "../inbox.ts"
import { PRESENT_NAME, storedName, type AccountRef } from "./event-accounts.ts"

export interface RecordedEvent {
  readonly id: number
  /** When the hub first learned of the event, by any way. */
  readonly receivedMillis: number
  /** The account's own run that caused the event. */
  readonly cause: Cause | undefined
  /** How many starts led to the event. */
  readonly depth: number
  /** Why the event did not start some subscriptions, as far as already recorded. */
  readonly refused: Refusals
}

/**
 * Why an event did not start subscriptions: a sentence for each subscription id, such as the filter that rejected it.
 */
export type Refusals = Readonly<Record<string, string>>

/** How and when an occurrence arrived. */
export interface Arrival {
  readonly source: Source
  readonly receivedMillis: number
  readonly places: ReadonlyArray<string>
  readonly inboxId?: number | undefined
  /** How many starts on other hubs led to it, as the forwarding hub reports. */
  readonly depth?: number | undefined
}

export interface Event extends AccountRef {
  /** Grows with every event. */
  readonly id: number
  readonly trigger: string
  readonly key: string
  /** ISO 8601, as the service reports it. When the hub learned of the event, if the service does not. */
  readonly at: string
  readonly actor: string | undefined
  readonly data: unknown
  readonly source: Source
  readonly causedBy: string | undefined
  /** Where it happened, in the plugin's form for places. */
  readonly places: ReadonlyArray<string>
  readonly refused: Refusals
}

/** The most refusals that are stored with an event: a place may have thousands of subscriptions. */
const MAX_REFUSALS = 100

export class Events extends Context.Service<
  Events,
  {
    /** Runs in a transaction with the scope "inbound events", so that ids grow in the order of commits. */
    readonly record: (
      ref: AccountRef,
      trigger: string,
      occurrence: Occurrence<unknown>,
      arrival: Arrival
    ) => Effect.Effect<RecordedEvent, SqlError>
    /** Records, in the same transaction, which subscriptions the event did not start and why. */
    readonly refuse: (event: RecordedEvent, refusals: Refusals) => Effect.Effect<void, SqlError>
    /** The newest events of a trigger at a place, newest first. */
    readonly newest: (
      ref: AccountRef,
      trigger: string,
      place: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Event>, StorageError>
    /** The events after an id, oldest first. */
    readonly after: (id: number, limit: number) => Effect.Effect<ReadonlyArray<Event>, StorageError>
    /** The newest id. */
    readonly latest: Effect.Effect<number, StorageError>
    /** Wakes those waiting for new events. */
    readonly wake: Effect.Effect<void>
    /** Completes when there are new events in this process, for all who wait. */
    readonly nextEvent: Effect.Effect<void>
  }
>()("@inlay/hub/Events") {}

/** A row of the feed. */
interface Row extends Omit<Event, "actor" | "data" | "causedBy" | "places" | "refused"> {
  readonly actor: string | null
  readonly causedBy: string | null
  /** JSON. */
  readonly data: string
  readonly places: string
  readonly refused: string
}

const COLUMNS = `id, plugin, ${PRESENT_NAME} AS account,
  trigger_id AS "trigger", event_key AS "key", at, actor, data, source, caused_by AS "causedBy", places, refused`

/**
 * Far more than the built-in plugins need. PostgreSQL takes 2,704 bytes for the columns of an index together, and a
 * paired browser ids of 1,000 characters.
 */
const MAX_KEY_BYTES = 700

/** A key as it is stored: a longer one, such as another hub may send, as its hash. */
const storedKey = (key: string): string =>
  Buffer.byteLength(key) <= MAX_KEY_BYTES ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`

/** ISO 8601, as far as a text of digits and signs that `Date` parses can be anything else. */
const ISO = /^\d{4}-\d\d-\d\d[\dTZ:.+-]{0,30}$/

/** When an event happened; if the service does not say it, when the hub learned of it. */
const timeOf = (at: string, receivedMillis: number): string => {
  const millis = Date.parse(at)
  if (!Number.isNaN(millis) && ISO.test(at)) return at
  return new Date(Number.isNaN(millis) ? receivedMillis : millis).toISOString()
}

/** A `LIKE` pattern that finds a place within a JSON list. */
const placePattern = (place: string): string => `%${JSON.stringify(place).replace(/[\\%_]/g, "\\$&")}%`

/** Leaves out damaged rows, which hold up no others. `inlay doctor` names them. */
const eventsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Event> =>
  rows.flatMap((row) => {
    const json = readEventJson(row)
    if (json === undefined) return []
    return [{ ...row, ...json, actor: row.actor ?? undefined, causedBy: row.causedBy ?? undefined }]
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { repeatable } = yield* Database
  const causes = yield* Causes
  const latch = yield* Latch.make()

  const depthOf = (cause: Cause | undefined) =>
    cause?.event === undefined
      ? Effect.succeed(cause === undefined ? 0 : 1)
      : Effect.map(linkStatement(sql, cause.event), ([link]) => (link?.depth ?? 0) + 1)

  const record = Effect.fnUntraced(function* (
    ref: AccountRef,
    trigger: string,
    { key, at, actor, data, causes: records = [] }: Occurrence<unknown>,
    { source, receivedMillis, places, inboxId, depth: elsewhere = 0 }: Arrival
  ) {
    const cause = yield* causes.find(ref, records)
    const depth = Math.max(elsewhere, yield* depthOf(cause))
    const { plugin } = ref
    const account = yield* storedName(sql, ref)
    const eventKey = storedKey(key)
    const row = {
      plugin,
      account,
      trigger_id: trigger,
      event_key: eventKey,
      at: timeOf(at, receivedMillis),
      actor: actor ?? null,
      data: JSON.stringify(data),
      source,
      inbox_id: inboxId ?? null,
      caused_by: cause === undefined ? null : (cause.event ?? cause.record),
      depth,
      received_millis: receivedMillis,
      places: JSON.stringify(places)
    }
    const [own] = yield* sql<{ readonly id: number }>`INSERT INTO events ${sql.insert(row)}
      ON CONFLICT (plugin, account, trigger_id, event_key) DO NOTHING RETURNING id`
    if (own !== undefined) return { id: own.id, receivedMillis, cause, depth, refused: {} }
    const [before] = yield* sql<Omit<RecordedEvent, "cause" | "refused"> & Pick<Row, "places" | "refused">>`
      SELECT id, received_millis AS "receivedMillis", depth, places, refused FROM events
      WHERE plugin = ${plugin} AND account = ${account} AND trigger_id = ${trigger} AND event_key = ${eventKey}`
    if (before === undefined) return yield* Effect.die("an event that is there cannot be read")
    const { id } = before
    const placesBefore = readPlaces(before.places)
    // A hook may name more places than a poll did.
    if (places.some((place) => !placesBefore.includes(place))) {
      const all = JSON.stringify([...new Set([...placesBefore, ...places])])
      yield* sql`UPDATE events SET places = ${all} WHERE id = ${id}`
    }
    const { receivedMillis: firstMillis, depth: firstDepth } = before
    return { id, receivedMillis: firstMillis, cause, depth: firstDepth, refused: readTexts(before.refused) ?? {} }
  })

  const refuse = Effect.fnUntraced(function* ({ id, refused }: RecordedEvent, refusals: Refusals) {
    const all = new Map(Object.entries(refused))
    for (const [subscription, why] of Object.entries(refusals)) {
      if (all.has(subscription) || all.size < MAX_REFUSALS) all.set(subscription, why)
    }
    if ([...all].every(([subscription, why]) => refused[subscription] === why)) return
    yield* sql`UPDATE events SET refused = ${JSON.stringify(Object.fromEntries(all))} WHERE id = ${id}`
  })

  const newest = Effect.fnUntraced(function* (ref: AccountRef, trigger: string, place: string, limit: number) {
    const name = yield* storedName(sql, ref)
    const rows = yield* sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM events
      WHERE plugin = ${ref.plugin} AND events.account = ${name} AND trigger_id = ${trigger}
        AND places LIKE ${placePattern(place)} ESCAPE '\\' ORDER BY id DESC LIMIT ${limit}`
    return eventsOf(rows)
  })

  const after = (id: number, limit: number): Effect.Effect<ReadonlyArray<Event>, SqlError> =>
    Effect.flatMap(
      repeatable(sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM events WHERE id > ${id} ORDER BY id LIMIT ${limit}`),
      (rows) => {
        const events = eventsOf(rows)
        const last = rows.at(-1)
        return last === undefined || events.length > 0 ? Effect.succeed(events) : after(last.id, limit)
      }
    )

  return Events.of({
    record,
    refuse,
    newest: (ref, trigger, place, limit) =>
      storeOperation("events.newest", repeatable(newest(ref, trigger, place, limit))),
    after: (id, limit) => storeOperation("events.after", after(id, limit)),
    latest: storeOperation(
      "events.latest",
      Effect.map(
        repeatable(sql<{ readonly id: number | null }>`SELECT max(id) AS id FROM events`),
        ([row]) => row?.id ?? 0
      )
    ),
    wake: Effect.asVoid(latch.release),
    nextEvent: latch.await
  })
})

export const layer: Layer.Layer<Events, never, SqlClient.SqlClient | Database | Causes> = Layer.effect(Events, make)
