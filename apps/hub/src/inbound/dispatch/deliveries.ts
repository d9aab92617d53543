/**
 * Lists deliveries for inspection: newest first, page by page, with their attempts. Also as JSON, for the API and for the
 * command line.
 */
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"

import { iso } from "../../iso.ts"
import { accountIdOf, PRESENT_NAME } from "../events/event-accounts.ts"
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

/** So many deliveries are read and sorted at once. */
const FEW = 10_000

export const page = Effect.fnUntraced(function* (filter: DeliveryFilter, limit: number) {
  if (filter.subscriptions.length === 0) return []
  const sql = yield* SqlClient.SqlClient
  const ofThem = sql.in("subscription", filter.subscriptions)
  const ofStates = filter.states === undefined ? [] : [sql.in("state", filter.states)]
  const isFew = Effect.map(
    sql<{ readonly count: number }>`SELECT count(*) AS count FROM (SELECT 1 FROM deliveries
      WHERE ${sql.and([ofThem, ...ofStates])} LIMIT ${FEW + 1}) AS theirs`,
    ([row]) => (row?.count ?? 0) <= FEW
  )
  const read = Effect.gen(function* () {
    // Few are found by their indexes, and then sorted by what no index has. Many are found newest first: of several
    // subscriptions with a condition that their index cannot answer, as all would be read and sorted for each page.
    const isOne = filter.subscriptions.length === 1
    const areFew = filter.ids !== undefined || ((!isOne || filter.states !== undefined) && (yield* isFew))
    const conditions = [
      isOne || areFew ? ofThem : sql`coalesce(subscription, '') IN ${sql.in(filter.subscriptions)}`,
      ...ofStates,
      ...(filter.ids === undefined ? [] : [sql.in("id", filter.ids)]),
      ...(filter.sinceMillis === undefined ? [] : [sql`created_millis >= ${filter.sinceMillis}`]),
      ...(filter.untilMillis === undefined ? [] : [sql`created_millis < ${filter.untilMillis}`]),
      ...(filter.after === undefined ? [] : [sql`(event_id, id) < (${filter.after.eventId}, ${filter.after.id})`])
    ]
    // The events are read of the page alone.
    return yield* sql<DeliveryRow>`SELECT ${sql.literal(COLUMNS)} FROM deliveries
      JOIN events ON events.id = deliveries.event_id
      WHERE deliveries.id IN (
        SELECT id FROM deliveries WHERE ${sql.and(conditions)}
        ORDER BY ${sql.literal(areFew ? "+event_id" : "event_id")} DESC, id DESC LIMIT ${limit})
      ORDER BY deliveries.event_id DESC, deliveries.id DESC`
  })
  return yield* storeOperation("deliveries.page", read)
})

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

export const deliveryView = (row: DeliveryRow) => ({
  id: row.id,
  subscription: row.subscription,
  trigger: row.trigger,
  account: accountIdOf(row),
  event: row.eventId,
  state: row.state,
  why: row.why,
  attempts: row.attempts,
  createdAt: new Date(row.createdMillis).toISOString(),
  nextAt: iso(row.nextMillis ?? undefined),
  doneAt: iso(row.doneMillis ?? undefined)
})

const attemptView = (
  { atMillis, accepted, ...attempt }: AttemptRow,
  { state, attempts }: Pick<DeliveryRow, "state" | "attempts">
) => {
  const isLast = attempt.attempt === attempts
  const isSuccess = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  return {
    ...attempt,
    at: new Date(atMillis).toISOString(),
    delivered: accepted === null ? isSuccess || (isLast && state === "delivered") : accepted === 1
  }
}

/** A delivery with the event that it carries, a damaged one as its text, and with all its attempts. */
export const detailsOf = (row: DeliveryRow, attempts: ReadonlyArray<AttemptRow>) => ({
  ...deliveryView(row),
  data: Result.getOrElse(
    Result.try((): unknown => JSON.parse(row.data)),
    () => row.data
  ),
  log: attempts.map((attempt) => attemptView(attempt, row))
})
