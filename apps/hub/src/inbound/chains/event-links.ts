/**
 * Resolves the event ids that calls name: the id of a delivery, which an agent received, or of an event in the feed.
 */
import { EVENT_META_KEY, readEventId } from "@inlay/agent-plugin/Caller"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { wrongField } from "../../hub-error.ts"
import { mayUseAccount, type Principal } from "../../principals/Principal.ts"
import { PRESENT_NAME } from "../events/event-accounts.ts"

/** The request header that names the event which caused the call. */
export const EVENT_HEADER = "inlay-event"

const TEST_ID = /^test_[\da-f]{32}$/

/** The id of a start by a trigger's example, of which nothing is stored. */
export const newTestId = (): string => `test_${crypto.randomUUID().replaceAll("-", "")}`

export interface EventLink {
  readonly plugin: string
  readonly account: string
  /** How many starts led to the event. */
  readonly depth: number
  /** The most that all runs of this start may spend together, in credits; null for no cap. */
  readonly creditsPerEvent: number | null
}

/** A statement that can run in any transaction. */
export const linkStatement = (sql: SqlClient.SqlClient, id: string) => {
  const [, event] = /^evt_(\d{1,15})$/.exec(id) ?? []
  return event === undefined
    ? sql<EventLink>`SELECT subscriptions.plugin, subscriptions.account, events.depth,
        subscriptions.credits_per_event AS "creditsPerEvent" FROM deliveries
        JOIN events ON events.id = deliveries.event_id
        JOIN subscriptions ON subscriptions.id = deliveries.subscription WHERE deliveries.id = ${id}`
    : sql<EventLink>`SELECT plugin, ${sql.literal(PRESENT_NAME)} AS account, depth, NULL AS "creditsPerEvent"
        FROM events WHERE id = ${Number(event)}`
}

/** Resolves an id. Returns undefined if the id is not in this database, or was removed. */
export const findLink = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { repeatable } = yield* Database
    return (yield* storeOperation("events.link", repeatable(linkStatement(sql, id))))[0]
  })

/** Where an MCP client names the event. */
export const EVENT_META = `_meta["${EVENT_META_KEY}"]`

/** An event as a request names it: any value, and where it stands, as written in errors. */
export interface NamedEvent {
  readonly value: unknown
  readonly field: string
}

/**
 * The event that a request names; undefined if it names none, or that of a test, which is no event: an agent names the
 * id of whatever started it. Fails if the id is unknown, or belongs to an account that the principal may not use.
 *
 * @param field where the request named it, as written in errors
 */
export const eventOfCall = Effect.fnUntraced(function* (value: unknown, principal: Principal, field = EVENT_HEADER) {
  if (value === undefined || value === null || value === "") return undefined
  const id = readEventId(value)
  if (id !== undefined && TEST_ID.test(id)) return undefined
  const link = id === undefined ? undefined : yield* findLink(id)
  if (link === undefined || !mayUseAccount(principal, { plugin: link.plugin, name: link.account })) {
    return yield* wrongField("event", field, "must be the `id` of a start that this hub sent, or be left out")
  }
  return id
})
