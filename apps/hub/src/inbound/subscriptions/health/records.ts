/**
 * What the database knows about some subscriptions, with one statement for each question, and one for each of their
 * accounts, whatever their number.
 */
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

import { HELD } from "../../chains/causes.ts"
import { storedName, type AccountRef } from "../../events/event-accounts.ts"
import type { Subscription } from "../Subscription.ts"

/** Deliveries of an account that were received and not processed. */
export interface Unread {
  readonly plugin: string
  readonly account: string
  readonly problem: string | null
  readonly count: number
}

interface DeliveryCount {
  readonly subscription: string
  readonly state: string
  readonly count: number
  readonly last: number | null
}

/** The newest delivery that was not skipped. */
export interface NewestStart {
  readonly id: string
  readonly state: "pending" | "delivered" | "dead"
  readonly createdMillis: number
}

interface StartOf extends NewestStart {
  readonly subscription: string
}

interface RecentStarts {
  readonly subscription: string
  readonly count: number
}

interface Skip {
  readonly subscription: string
  readonly why: string | null
}

interface FailedStart {
  readonly subscription: string
  readonly answer: string
  /** The response's HTTP status; null if there was none. */
  readonly status: number | null
  readonly count: number
}

interface LastAtPlaces {
  readonly trigger_id: string
  /** JSON. */
  readonly places: string
  readonly last: number
}

interface LastEvent extends AccountRef, LastAtPlaces {}

/** What the database knows of problems, for any subscription that was asked about. */
export interface TroubleRecords {
  /** How many of its deliveries were given up. */
  readonly dead: (one: Subscription) => number
  /** Starts that failed and will be tried again: how many, and the result of the last attempt. */
  readonly failedStarts: (one: Subscription) => Omit<FailedStart, "subscription"> | undefined
  readonly unread: (one: Subscription) => ReadonlyArray<Unread>
}

export interface Records extends Omit<TroubleRecords, "dead"> {
  /** How many deliveries are in a state, and when the last of them was done. */
  readonly deliveries: (
    one: Subscription,
    state: "pending" | "delivered" | "dead" | "skipped"
  ) => { readonly count: number; readonly lastMillis: number | undefined }
  /** How many deliveries of the last 24 hours were not skipped. */
  readonly startsInDay: (one: Subscription) => number
  readonly newestStart: (one: Subscription) => NewestStart | null
  /** Why the newest skipped delivery was skipped. */
  readonly skippedBecause: (one: Subscription) => string | null
  /** When the last event of its trigger at its place arrived. */
  readonly lastEventMillis: (one: Subscription) => number | undefined
}

const failedStartsWhere = (where: Fragment) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<FailedStart>`SELECT subscription, answer, status, count FROM (
      SELECT deliveries.subscription AS subscription, attempts.answer AS answer,
        attempts.status AS status,
        count(*) OVER (PARTITION BY deliveries.subscription) AS count,
        row_number() OVER (PARTITION BY deliveries.subscription ORDER BY attempts.at_millis DESC) AS age
      FROM deliveries JOIN attempts ON attempts.delivery = deliveries.id AND attempts.attempt = deliveries.attempts
      WHERE ${where} AND deliveries.state = 'pending' AND deliveries.tries > 0) AS failed WHERE age = 1`
  )

const unreadDeliveries = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Unread>`SELECT hooks.plugin AS plugin, hooks.account AS account, inbox.problem AS problem,
      count(*) AS count
    FROM inbox JOIN hooks ON hooks.id = inbox.hook WHERE inbox.problem <> ${HELD} AND inbox.state <> 'done'
    GROUP BY hooks.plugin, hooks.account, inbox.problem`
)

const failedStartsFrom = (rows: ReadonlyArray<FailedStart>): TroubleRecords["failedStarts"] => {
  const bySubscription = new Map(rows.map((row) => [row.subscription, row]))
  return ({ id }) => bySubscription.get(id)
}

const unreadFrom =
  (rows: ReadonlyArray<Unread>): TroubleRecords["unread"] =>
  (one) =>
    rows.filter(({ plugin, account }) => plugin === one.plugin && account === one.account)

/** Reads the problems of all subscriptions. It takes little time, however many events and deliveries are stored. */
export const troubleRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dead = yield* sql<{ readonly subscription: string; readonly count: number }>`SELECT subscription,
      count(*) AS count FROM deliveries WHERE state = 'dead' GROUP BY subscription`
  const deadBySubscription = new Map(dead.map(({ subscription, count }) => [subscription, count]))
  const records: TroubleRecords = {
    dead: ({ id }) => deadBySubscription.get(id) ?? 0,
    failedStarts: failedStartsFrom(yield* failedStartsWhere(sql`1 = 1`)),
    unread: unreadFrom(yield* unreadDeliveries)
  }
  return records
}).pipe((reading) => storeOperation("health.read", reading))

const DAY_MILLIS = Duration.toMillis(Duration.days(1))

interface WatchedAccount extends AccountRef {
  readonly triggers: ReadonlyArray<string>
}

const accountsOf = (subscriptions: ReadonlyArray<Subscription>): ReadonlyArray<WatchedAccount> =>
  [...Map.groupBy(subscriptions, ({ plugin, account }) => JSON.stringify([plugin, account])).values()].flatMap(
    (own) => {
      const [first] = own
      if (first === undefined) return []
      const { plugin, account } = first
      return [{ plugin, account, triggers: [...new Set(own.map(({ trigger }) => trigger))] }]
    }
  )

/** An account is read at a time, because there may be a million events. */
const lastEventsOf = Effect.fnUntraced(function* ({ triggers, ...account }: WatchedAccount) {
  const sql = yield* SqlClient.SqlClient
  const name = yield* storedName(sql, account)
  const ofAccount = sql`plugin = ${account.plugin} AND account = ${name}`
  const rows = yield* sql.onDialectOrElse({
    // From one list of places to the next in its index, however many events each has.
    sqlite: () => sql<LastAtPlaces>`WITH RECURSIVE lists(trigger_id, places) AS (
        SELECT value, (SELECT min(places) FROM events WHERE ${ofAccount} AND trigger_id = value)
        FROM json_each(${JSON.stringify(triggers)})
        UNION ALL
        SELECT trigger_id, (SELECT min(places) FROM events
          WHERE ${ofAccount} AND trigger_id = lists.trigger_id AND places > lists.places)
        FROM lists WHERE places IS NOT NULL)
      SELECT trigger_id, places, (SELECT max(received_millis) FROM events
        WHERE ${ofAccount} AND trigger_id = lists.trigger_id AND places = lists.places) AS last
      FROM lists WHERE places IS NOT NULL`,
    orElse: () => sql<LastAtPlaces>`SELECT trigger_id, places, max(received_millis) AS last
      FROM events WHERE ${ofAccount} AND ${sql.in("trigger_id", triggers)} GROUP BY trigger_id, places`
  })
  return rows.map((row): LastEvent => ({ ...row, plugin: account.plugin, account: account.account }))
})

const read = Effect.fnUntraced(function* (subscriptions: ReadonlyArray<Subscription>) {
  const sql = yield* SqlClient.SqlClient
  const dayAgo = (yield* Clock.currentTimeMillis) - DAY_MILLIS
  const ids = subscriptions.map(({ id }) => id)
  const ofThem = sql.in("subscription", ids)
  const counts = yield* sql<DeliveryCount>`SELECT subscription, state, count(*) AS count, max(done_millis) AS last
    FROM deliveries WHERE ${ofThem} GROUP BY subscription, state`
  const areThey = sql.in("id", ids)
  // The newest are each read from the end of an index.
  const skips = yield* sql<Skip>`SELECT id AS subscription, (SELECT why FROM deliveries
      WHERE subscription = subscriptions.id AND state = 'skipped' ORDER BY done_millis DESC LIMIT 1) AS why
    FROM subscriptions WHERE ${areThey}`
  const recentStarts = yield* sql<RecentStarts>`SELECT subscription, count(*) AS count FROM deliveries
    WHERE ${ofThem} AND created_millis >= ${dayAgo} AND state <> 'skipped' GROUP BY subscription`
  // Materialized, because PostgreSQL would otherwise compare them with all deliveries.
  const newestStarts = yield* sql<StartOf>`WITH newest AS MATERIALIZED (SELECT (SELECT id FROM deliveries
        WHERE subscription = subscriptions.id AND state <> 'skipped'
        ORDER BY created_millis DESC, event_id DESC LIMIT 1) AS id
      FROM subscriptions WHERE ${areThey})
    SELECT subscription, id, state, created_millis AS "createdMillis"
    FROM deliveries WHERE id IN (SELECT id FROM newest)`
  const failedStarts = yield* failedStartsWhere(ofThem)
  const events = yield* Effect.forEach(accountsOf(subscriptions), (account) =>
    Effect.andThen(Effect.yieldNow, lastEventsOf(account))
  )
  const unread = yield* unreadDeliveries
  return { counts, recentStarts, newestStarts, skips, failedStarts, events: events.flat(), unread }
})

const eventKey = (...parts: ReadonlyArray<string>) => JSON.stringify(parts)

export const recordsOf = Effect.fnUntraced(function* (subscriptions: ReadonlyArray<Subscription>) {
  const { counts, recentStarts, newestStarts, skips, failedStarts, events, unread } = yield* storeOperation(
    "health.read",
    read(subscriptions)
  )
  const countByState = new Map(counts.map((row) => [`${row.subscription} ${row.state}`, row]))
  const startsInDay = new Map(recentStarts.map(({ subscription, count }) => [subscription, count]))
  const newestBySubscription = new Map(newestStarts.map(({ subscription, ...start }) => [subscription, start]))
  const skipBySubscription = new Map(skips.map(({ subscription, why }) => [subscription, why]))
  const lastEvents = new Map<string, number>()
  for (const { plugin, account, trigger_id, places, last } of events) {
    for (const place of JSON.parse(places) as ReadonlyArray<string>) {
      const key = eventKey(plugin, account, trigger_id, place)
      lastEvents.set(key, Math.max(last, lastEvents.get(key) ?? 0))
    }
  }
  const records: Records = {
    deliveries: ({ id }, state) => {
      const row = countByState.get(`${id} ${state}`)
      return { count: row?.count ?? 0, lastMillis: row?.last ?? undefined }
    },
    startsInDay: ({ id }) => startsInDay.get(id) ?? 0,
    newestStart: ({ id }) => newestBySubscription.get(id) ?? null,
    skippedBecause: ({ id }) => skipBySubscription.get(id) ?? null,
    failedStarts: failedStartsFrom(failedStarts),
    unread: unreadFrom(unread),
    lastEventMillis: ({ plugin, account, trigger, place }) => lastEvents.get(eventKey(plugin, account, trigger, place))
  }
  return records
})
