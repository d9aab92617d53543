/** Lists deliveries for inspection: newest first, page by page, with their attempts. */
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { PRESENT_NAME } from "../events/event-accounts.ts"
import type { DeliveryState } from "./Outbox.ts"

export interface DeliveryRow {
  readonly id: string
  readonly subscription: string
  readonly trigger: string
  readonly plugin: string
  readonly account: string
  readonly eventId: number
  readonly state: DeliveryState
  readonly why: string | null
  readonly attempts: number
  readonly createdMillis: number
  readonly nextMillis: number | null
  readonly doneMillis: number | null
  readonly data: string
}

export interface AttemptRow {
  readonly attempt: number
  readonly atMillis: number
  readonly durationMillis: number
  readonly status: number | null
  /** 1 or 0. NULL if an older program made the attempt. */
  readonly accepted: number | null
  readonly answer: string
}

export interface DeliveryFilter {
  /** Only deliveries of these subscriptions. */
  readonly subscriptions: ReadonlyArray<string>
  readonly states?: ReadonlyArray<DeliveryState> | undefined
  readonly ids?: ReadonlyArray<string> | undefined
  readonly sinceMillis?: number | undefined
  readonly untilMillis?: number | undefined
  /** Only deliveries that come after this one in the list. */
  readonly after?: Pick<DeliveryRow, "eventId" | "id"> | undefined
}

const COLUMNS = `deliveries.id, deliveries.subscription, events.trigger_id AS "trigger", events.plugin,
  ${PRESENT_NAME} AS account, deliveries.event_id AS "eventId", deliveries.state, deliveries.why, deliveries.attempts,
  deliveries.created_millis AS "createdMillis", deliveries.next_millis AS "nextMillis",
  deliveries.done_millis AS "doneMillis", events.data`

export const page = Effect.fnUntraced(function* (filter: DeliveryFilter, limit: number) {
  if (filter.subscriptions.length === 0) return []
  const sql = yield* SqlClient.SqlClient
  const conditions = [
    sql.in("deliveries.subscription", filter.subscriptions),
    ...(filter.states === undefined ? [] : [sql.in("deliveries.state", filter.states)]),
    ...(filter.ids === undefined ? [] : [sql.in("deliveries.id", filter.ids)]),
    ...(filter.sinceMillis === undefined ? [] : [sql`deliveries.created_millis >= ${filter.sinceMillis}`]),
    ...(filter.untilMillis === undefined ? [] : [sql`deliveries.created_millis < ${filter.untilMillis}`]),
    ...(filter.after === undefined
      ? []
      : [sql`(deliveries.event_id, deliveries.id) < (${filter.after.eventId}, ${filter.after.id})`])
  ]
  return yield* storeOperation(
    "deliveries.page",
    sql<DeliveryRow>`SELECT ${sql.literal(COLUMNS)} FROM deliveries JOIN events ON events.id = deliveries.event_id
      WHERE ${sql.and(conditions)} ORDER BY deliveries.event_id DESC, deliveries.id DESC LIMIT ${limit}`
  )
})

/** The deliveries of these events to a subscription. */
export const deliveriesOf = Effect.fnUntraced(function* (subscription: string, events: ReadonlyArray<number>) {
  if (events.length === 0) return []
  const sql = yield* SqlClient.SqlClient
  return yield* storeOperation(
    "deliveries.of",
    sql<Pick<DeliveryRow, "id" | "eventId" | "state" | "why">>`SELECT id, event_id AS "eventId", state, why
      FROM deliveries WHERE subscription = ${subscription} AND ${sql.in("event_id", events)}`
  )
})

export const attemptsOf = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    storeOperation(
      "deliveries.attempts",
      sql<AttemptRow>`SELECT attempt, at_millis AS "atMillis", duration_millis AS "durationMillis", status, accepted, answer
        FROM attempts WHERE delivery = ${id} ORDER BY attempt`
    )
  )
