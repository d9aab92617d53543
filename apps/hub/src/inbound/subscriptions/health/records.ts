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

import { readPlaces } from "../../../storage/inbound-json.ts"
import { HELD } from "../../chains/causes.ts"
import { accountIdOf, storedName, type AccountRef } from "../../events/event-accounts.ts"
import type { Subscription } from "../Subscription.ts"

/** Deliveries of an account that were received and not processed. */
interface Unread extends AccountRef {
  readonly problem: string | null
  readonly count: number
}

/** The newest delivery that was not skipped. */
export interface NewestStart {
  readonly id: string
  readonly state: "pending" | "delivered" | "dead"
  readonly createdMillis: number
}

/** Starts that failed and will be tried again: how many, and the result of the last attempt. */
interface FailedStarts {
  readonly answer: string
  /** The response's HTTP status; null if there was none. */
  readonly status: number | null
  readonly count: number
}

/** A row about one subscription. */
type OfSubscription<A> = A & { readonly subscription: string }

const bySubscription = <A extends OfSubscription<object>>(rows: ReadonlyArray<A>): ReadonlyMap<string, A> =>
  new Map(rows.map((row) => [row.subscription, row]))

const failedStartsWhere = (where: Fragment) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<OfSubscription<FailedStarts>>`SELECT subscription, answer, status, count FROM (
      SELECT deliveries.subscription AS subscription, attempts.answer AS answer,
        attempts.status AS status,
        count(*) OVER (PARTITION BY deliveries.subscription) AS count,
        row_number() OVER (PARTITION BY deliveries.subscription ORDER BY attempts.at_millis DESC) AS age
      FROM deliveries JOIN attempts ON attempts.delivery = deliveries.id AND attempts.attempt = deliveries.attempts
      WHERE ${where} AND deliveries.state = 'pending' AND deliveries.tries > 0) AS failed WHERE age = 1`
  )

/** By account. */
const unreadDeliveries = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<Unread>`SELECT hooks.plugin AS plugin, hooks.account AS account, inbox.problem AS problem,
      count(*) AS count
    FROM inbox JOIN hooks ON hooks.id = inbox.hook WHERE inbox.problem <> ${HELD} AND inbox.state <> 'done'
    GROUP BY hooks.plugin, hooks.account, inbox.problem`,
    (rows): ReadonlyMap<string, ReadonlyArray<Unread>> => Map.groupBy(rows, accountIdOf)
  )
)

/** Reads the problems of all subscriptions. It takes little time, however many events and deliveries are stored. */
export const troubleRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const dead = yield* sql<
    OfSubscription<{ readonly count: number }>
  >`SELECT subscription, count(*) AS count FROM deliveries
    WHERE state = 'dead' GROUP BY subscription`
  return {
    /** How many deliveries were given up. */
    dead: bySubscription(dead),
    failedStarts: bySubscription(yield* failedStartsWhere(sql`1 = 1`)),
    unread: yield* unreadDeliveries
  }
}).pipe((reading) => storeOperation("health.read", reading))

const DAY_MILLIS = Duration.toMillis(Duration.days(1))

interface LastAtPlaces {
  readonly trigger_id: string
  /** JSON. */
  readonly places: string
  readonly last: number
}

/** An account is read at a time, because there may be a million events. */
const lastEventsOf = Effect.fnUntraced(function* ({ plugin, account }: AccountRef, triggers: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const name = yield* storedName(sql, { plugin, account })
  const ofAccount = sql`plugin = ${plugin} AND account = ${name}`
  return yield* sql.onDialectOrElse({
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
})

/** When the last event of each trigger of the subscriptions arrived at each place. */
const lastEventTimes = Effect.fnUntraced(function* (subscriptions: ReadonlyArray<Subscription>) {
  const times = new Map<string, number>()
  for (const own of Map.groupBy(subscriptions, accountIdOf).values()) {
    const [first] = own
    if (first === undefined) continue
    const { plugin, account } = first
    yield* Effect.yieldNow
    const triggers = new Set(own.map((one) => one.trigger))
    for (const { trigger_id: trigger, places, last } of yield* lastEventsOf(first, [...triggers])) {
      for (const place of readPlaces(places)) {
        const key = eventKey({ plugin, account, trigger, place })
        times.set(key, Math.max(last, times.get(key) ?? 0))
      }
    }
  }
  return times
})

const eventKey = (at: Pick<Subscription, "plugin" | "account" | "trigger" | "place">) =>
  JSON.stringify([at.plugin, at.account, at.trigger, at.place])

export const recordsOf = Effect.fnUntraced(
  function* (subscriptions: ReadonlyArray<Subscription>) {
    const sql = yield* SqlClient.SqlClient
    const dayAgo = (yield* Clock.currentTimeMillis) - DAY_MILLIS
    const ids = subscriptions.map(({ id }) => id)
    const ofThem = sql.in("subscription", ids)
    const areThey = sql.in("id", ids)
    const counts = yield* sql<
      OfSubscription<{ readonly state: string; readonly count: number; readonly last: number | null }>
    >`SELECT subscription, state, count(*) AS count, max(done_millis) AS last
      FROM deliveries WHERE ${ofThem} GROUP BY subscription, state`
    // The newest are each read from the end of an index.
    const skips = yield* sql<
      OfSubscription<{ readonly why: string | null }>
    >`SELECT id AS subscription, (SELECT why FROM deliveries
        WHERE subscription = subscriptions.id AND state = 'skipped' ORDER BY done_millis DESC LIMIT 1) AS why
      FROM subscriptions WHERE ${areThey}`
    const recentStarts = yield* sql<
      OfSubscription<{ readonly count: number }>
    >`SELECT subscription, count(*) AS count FROM deliveries
      WHERE ${ofThem} AND created_millis >= ${dayAgo} AND state <> 'skipped' GROUP BY subscription`
    // Materialized, because PostgreSQL would otherwise compare them with all deliveries.
    const newestStarts = yield* sql<
      OfSubscription<NewestStart>
    >`WITH newest AS MATERIALIZED (SELECT (SELECT id FROM deliveries
          WHERE subscription = subscriptions.id AND state <> 'skipped'
          ORDER BY created_millis DESC, event_id DESC LIMIT 1) AS id
        FROM subscriptions WHERE ${areThey})
      SELECT subscription, id, state, created_millis AS "createdMillis"
      FROM deliveries WHERE id IN (SELECT id FROM newest)`
    const failedStarts = yield* failedStartsWhere(ofThem)
    const lastEvents = yield* lastEventTimes(subscriptions)
    const countByState = new Map(counts.map((row) => [`${row.subscription} ${row.state}`, row]))
    return {
      /** How many deliveries are in a state, and when the last of them was done. */
      deliveries: ({ id }: Subscription, state: "pending" | "delivered" | "dead" | "skipped") =>
        countByState.get(`${id} ${state}`) ?? { count: 0, last: null },
      /** How many deliveries of the last 24 hours were not skipped. */
      startsInDay: bySubscription(recentStarts),
      newestStarts: new Map(newestStarts.map(({ subscription, ...start }) => [subscription, start])),
      /** Why the newest skipped delivery was skipped. */
      skips: bySubscription(skips),
      failedStarts: bySubscription(failedStarts),
      unread: yield* unreadDeliveries,
      /** When the last event of its trigger at its place arrived. */
      lastEventMillis: (one: Subscription) => lastEvents.get(eventKey(one))
    }
  },
  (reading) => storeOperation("health.read", reading)
)
