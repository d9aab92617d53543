/** Events as calls name them: by the id of a delivery, which an agent got, or of an event of the feed. */
import { readEventId } from "@inlay/agent-plugin/Caller"
import { invalid } from "@inlay/core-http/ProviderError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { mayUseAccount, type Principal } from "../../agents/principals/Principal.ts"

/** Where a request names the event that caused it. */
export const EVENT_HEADER = "inlay-event"

export interface EventLink {
  readonly plugin: string
  readonly account: string
  /** How many starts led to the event. */
  readonly depth: number
  /** The most that the runs of this start may spend together, in credits; `null` for no such cap. */
  readonly creditsPerEvent: number | null
}

/** As a part of any transaction. */
export const linkStatement = (sql: SqlClient.SqlClient, id: string) => {
  const [, event] = /^evt_(\d{1,15})$/.exec(id) ?? []
  return event === undefined
    ? sql<EventLink>`SELECT events.plugin, events.account, events.depth,
        subscriptions.credits_per_event AS "creditsPerEvent" FROM deliveries
        JOIN events ON events.id = deliveries.event_id
        JOIN subscriptions ON subscriptions.id = deliveries.subscription WHERE deliveries.id = ${id}`
    : sql<EventLink>`SELECT plugin, account, depth, NULL AS "creditsPerEvent" FROM events WHERE id = ${Number(event)}`
}

/** What an id leads to; `undefined` for one that is not of this database, or was removed. */
export const findLink = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { repeatable } = yield* Database
    return (yield* stored("events.link", repeatable(linkStatement(sql, id))))[0]
  })

const wrong = (message: string) => invalid("inlay", "event", [{ field: EVENT_HEADER, message }])

/** The event that a request names, as far as its principal may know of it; `undefined` where it names none. */
export const eventOfCall = Effect.fnUntraced(function* (value: unknown, principal: Principal) {
  if (value === undefined || value === null || value === "") return undefined
  const id = readEventId(value)
  const link = id === undefined ? undefined : yield* findLink(id)
  if (link === undefined || !mayUseAccount(principal, { plugin: link.plugin, name: link.account })) {
    return yield* wrong("must be the `id` of a start that this hub sent, or be left out")
  }
  return id
})
