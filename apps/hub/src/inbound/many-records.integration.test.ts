/**
 * A hub of months: what is asked of its events and deliveries takes no longer the more of them are stored, and what is
 * old is removed in small parts; on both databases.
 */
import { Database } from "@inlay/sql-stores/Database"
import { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { describe, expect, it, onTestFinished } from "vitest"

import { removeOldRuns } from "../storage/AuditTrail.ts"
import { backends } from "../testing/backends.ts"
import { type EventHub, hubForTest } from "../testing/events/hub.ts"
import { cleanUp } from "./clean-up.ts"
import { page } from "./dispatch/deliveries.ts"
import { Inbox } from "./inbox.ts"
import { recordsOf } from "./subscriptions/health/records.ts"
import { Subscriptions } from "./subscriptions/Subscriptions.ts"

const EVENTS = 100_000
const DAY_MILLIS = 86_400_000
const NOW = Date.UTC(2026, 10, 22, 12)

const { all } = backends()

type Services = Parameters<EventHub["run"]>[0] extends Effect.Effect<unknown, unknown, infer R> ? R : never

const write = <A, E, R>(statements: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.all([SqlClient.SqlClient, Database]), ([sql, database]) => database.write(statements(sql)))

/** When each statement that begins like this was run while an effect ran. */
const timesOf = <A, E, R>(beginning: string, effect: Effect.Effect<A, E, R>) => {
  const times: Array<number> = []
  const noting: Statement.Transformer = (statement) =>
    Effect.sync(() => {
      if (statement.compile()[0].startsWith(beginning)) times.push(performance.now())
      return statement
    })
  return Effect.as(Effect.provideService(effect, Statement.CurrentTransformer, noting), times)
}

/** The work of this process for SQLite, which other programs of the machine leave alone; for a server, the time. */
const millisOf = Effect.map(Database, ({ dialect }) => {
  if (dialect === "postgres") return () => performance.now()
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
})

/**
 * Expects that an effect takes less than `times` as long as a yardstick: the shortest of the rounds in which both take
 * turns, ten or, until it is so, a hundred. Other programs may slow down all rounds of a second.
 */
const expectBelow = <E1, E2>(
  times: number,
  effect: Effect.Effect<unknown, E1, Services>,
  yardstick: Effect.Effect<unknown, E2, Services>
) =>
  Effect.gen(function* () {
    const millis = yield* millisOf
    let [own, other] = [Infinity, Infinity]
    const timed = function* <E>(one: Effect.Effect<unknown, E, Services>) {
      const begun = millis()
      yield* one
      return millis() - begun
    }
    for (let round = 0; round < 10 || (round < 100 && own / other >= times); round++) {
      own = Math.min(own, yield* timed(effect))
      other = Math.min(other, yield* timed(yardstick))
    }
    expect(own / other).toBeLessThan(times)
  })

describe.each(all)("on $name", ({ place, stores }) => {
  const hubOf = async () => hubForTest(await place())

  it("reads a page of deliveries and a subscription's health among many", { timeout: 120_000 }, async () => {
    const hub = await hubOf()
    const { subscription: own } = await hub.subscribe("codehost_new_star", { enabled: false })
    const { subscription: other } = await hub.subscribe("codehost_new_fork", { enabled: false })
    const { subscription: quiet } = await hub.subscribe("codehost_new_issue", { enabled: false })
    const data = "x".repeat(1_000)
    const fill = write((sql) =>
      Effect.andThen(
        sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${EVENTS})
          INSERT INTO events (id, plugin, account, trigger_id, event_key, at, data, source, received_millis, places)
          SELECT n, 'codehost', CASE WHEN n % 1000 = 0 THEN 'env' ELSE 'busy' END, 'codehost_new_star', 'key ' || n,
            '2026-11-22T12:00:00Z', ${`"${data}"`}, 'webhook', ${NOW} + n, '["repos/acme/widgets"]' FROM numbers`,
        sql`INSERT INTO deliveries (id, subscription, queue, event_id, state, created_millis, done_millis)
          SELECT 'msg_' || id, CASE WHEN account = 'env' THEN ${own.id} ELSE ${other.id} END, 'd_1', id, 'delivered',
            received_millis, received_millis FROM events`
      )
    )
    await hub.run(fill)
    await hub.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        if ((yield* Database).dialect === "postgres") yield* sql`ANALYZE`
        const subscriptions = [own.id, other.id]
        const newest = page({ subscriptions }, 50)
        const ids = (rows: ReadonlyArray<{ readonly eventId: number }>) => rows.map(({ eventId }) => eventId)
        expect(ids(yield* newest)).toEqual(Array.from({ length: 50 }, (_, n) => EVENTS - n))
        const after = { eventId: EVENTS / 2, id: `msg_${EVENTS / 2}` }
        const later = page({ subscriptions, after }, 50)
        expect(ids(yield* later)).toEqual(Array.from({ length: 50 }, (_, n) => EVENTS / 2 - 1 - n))
        // Those of two subscriptions with few deliveries, and the few that were given up.
        const few = page({ subscriptions: [own.id, quiet.id] }, 200)
        expect(yield* few).toHaveLength(EVENTS / 1000)
        const each = sql`SELECT count(*) FROM deliveries WHERE state || subscription = ''`
        yield* expectBelow(1 / 2, few, each)
        for (const some of [subscriptions, [other.id]]) {
          const dead = page({ subscriptions: some, states: ["dead"] }, 50)
          expect(yield* dead).toEqual([])
          yield* expectBelow(1 / 2, dead, each)
        }
        const watched = (yield* (yield* Subscriptions).list).filter(({ id }) => id === own.id)
        const health = recordsOf(watched)
        const [one] = watched
        const records = yield* health
        expect(one && records.deliveries(one, "delivered").count).toBe(EVENTS / 1000)
        expect(one && records.lastEventMillis(one)).toBe(NOW + EVENTS)
        const whole = sql`SELECT sum(length(events.data))
          FROM deliveries JOIN events ON events.id = event_id WHERE attempts >= 0`
        yield* expectBelow(1 / 5, newest, whole)
        yield* expectBelow(1 / 5, later, whole)
        yield* expectBelow(1 / 5, health, whole)
        // One whose deliveries were skipped, but for the newest.
        yield* write(
          () => sql`UPDATE deliveries SET state = 'skipped', why = 'because of ' || event_id
            WHERE subscription = ${other.id} AND event_id < ${EVENTS - 1}`
        )
        const skipping = (yield* (yield* Subscriptions).list).filter(({ id }) => id === other.id)
        const [two] = skipping
        const skipped = yield* recordsOf(skipping)
        expect(two && skipped.skips.get(two.id)?.why).toBe(`because of ${EVENTS - 2}`)
        const once = sql`SELECT state, max(why) FROM deliveries WHERE subscription = ${other.id} GROUP BY state`
        // PostgreSQL blocks nothing while it reads them.
        if ((yield* Database).dialect === "sqlite") {
          yield* expectBelow(4, recordsOf(skipping), once)
          // An account that had all these events.
          yield* write(() => sql`UPDATE events SET account = 'env' WHERE account = 'busy'`)
          const stars = watched.map((subscription) => ({ ...subscription, id: quiet.id }))
          const [star] = stars
          const lists = sql`SELECT places, max(received_millis) FROM events WHERE account = 'env' GROUP BY places`
          expect(star && (yield* recordsOf(stars)).lastEventMillis(star)).toBe(NOW + EVENTS)
          yield* expectBelow(1 / 4, recordsOf(stars), lists)
        }
      })
    )
  })

  it("reads what an account was last charged among many purchases", { timeout: 120_000 }, async () => {
    const hub = await hubOf()
    await hub.run(
      write(
        (sql) => sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${EVENTS})
          INSERT INTO ledger (id, scope, purse, operation, keys, estimate, charged, state, run, at_millis, lease_ends_millis)
          SELECT 'row ' || n, 'salesdata/' || CASE WHEN n % 2 = 0 THEN 'one' ELSE 'other' END, 'purse',
            CASE WHEN n % 3 = 0 THEN 'find' ELSE 'search' END, '[]', 2, 2, 'settled', 'run ' || n, ${NOW} + n, ${NOW}
          FROM numbers`
      )
    )
    await hub.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        if ((yield* Database).dialect === "postgres") yield* sql`ANALYZE`
        const last = (yield* LedgerBook).lastCharges({ scope: "salesdata/one", purse: "purse" })
        expect(yield* last).toEqual([
          { operation: "find", charged: 2, atMillis: NOW + EVENTS - 1 },
          { operation: "search", charged: 2, atMillis: NOW + EVENTS }
        ])
        yield* expectBelow(1, last, sql`SELECT sum(charged) FROM ledger WHERE length(keys) > 0`)
      })
    )
  })

  it("removes old bodies some at a time", async () => {
    const hub = await hubOf()
    const count = 950
    const old = Date.now() - 8 * DAY_MILLIS
    await hub.run(
      write(
        (sql) => sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
          INSERT INTO inbox (hook, digest, headers, body, source, received_millis, state, next_millis)
          SELECT 'hook', 'digest ' || n, '{}', ${new Uint8Array(1)}, 'webhook', ${old} + n,
            CASE WHEN n = ${count} THEN 'new' ELSE 'done' END, ${Date.now() + DAY_MILLIS} FROM numbers`
      )
    )
    const removed = await hub.run(
      timesOf(
        "DELETE FROM inbox",
        Effect.flatMap(Inbox, ({ sweep }) => sweep)
      )
    )
    expect(removed).toHaveLength(10)
    const left = await hub.run(SqlClient.SqlClient.use((sql) => sql`SELECT state FROM inbox`))
    expect(left).toEqual([{ state: "new" }])
  })

  it("gives other work its turn while it removes old events and runs", async () => {
    // Without a hub, which begins with a removal of its own.
    const data = ManagedRuntime.make(stores())
    onTestFinished(data.dispose)
    const old = Date.now() - 500 * DAY_MILLIS
    await data.runPromise(
      write((sql) =>
        Effect.andThen(
          sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
            INSERT INTO events (plugin, account, trigger_id, event_key, at, data, source, received_millis)
            SELECT 'codehost', 'env', 'codehost_new_star', 'key ' || n, '2026-11-22T12:00:00Z', '{}', 'webhook', ${old} + n
            FROM numbers`,
          sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
            INSERT INTO audit (at_millis, duration_millis, plugin, account, step, outcome)
            SELECT ${old} + n, 1, 'codehost', 'env', 'codehost_get_commit', 'ok' FROM numbers`
        )
      )
    )
    for (const removed of [
      await data.runPromise(timesOf("DELETE FROM events", cleanUp())),
      await data.runPromise(timesOf("DELETE FROM audit", removeOldRuns))
    ]) {
      expect(removed.length).toBeGreaterThan(3)
      for (const [index, at] of removed.slice(1).entries()) expect(at - (removed[index] ?? 0)).toBeGreaterThan(50)
    }
  })
})
