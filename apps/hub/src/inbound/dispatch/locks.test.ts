import { describe, expect, it } from "@effect/vitest"
/** Which server sends a delivery: who takes what, for how long, and who takes over; on both databases. */
import { clockOf } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import * as Locks from "./locks.ts"

const { all, onPostgres } = backends()
const [{ stores: onSqlite }] = all

const QUEUE = "d_1"
const HOUR = 3_600_000

/** Deliveries of a queue, by when they are due. */
const waiting = Effect.fnUntraced(function* (dueMillis: ReadonlyArray<number>, queue = QUEUE) {
  const sql = yield* SqlClient.SqlClient
  for (const [index, next_millis] of dueMillis.entries()) {
    const id = index + 1
    const of = { plugin: "codehost", account: "main", trigger_id: "codehost_new_star" }
    const event = { ...of, id, event_key: String(id), at: "2026-06-01T00:00:00Z", data: "{}", source: "webhook" }
    yield* sql`INSERT INTO events ${sql.insert({ ...event, received_millis: 0 })} ON CONFLICT DO NOTHING`
    const row = { id: `${queue} ${id}`, subscription: queue, queue, event_id: id, state: "pending" }
    yield* sql`INSERT INTO deliveries ${sql.insert({ ...row, next_millis, created_millis: 0 })}`
  }
})

const ago = Effect.fnUntraced(function* <A, E, R>(seconds: number, effect: Effect.Effect<A, E, R>) {
  const clock = yield* Clock.Clock
  const monotonicTimeNanos = Effect.map(clock.monotonicTimeNanos, (nanos) => nanos - BigInt(seconds) * 1_000_000_000n)
  return yield* Effect.provideService(effect, Clock.Clock, { ...clockOf(clock, Date.now), monotonicTimeNanos })
})
/** A server that has looked for work for longer than a lock lasts. */
const runningServer = Effect.gen(function* () {
  const locks = yield* ago(16, Locks.make)
  for (const seconds of [12, 8, 4]) yield* ago(seconds, locks.queues)
  return locks
})
const servers = Effect.all([runningServer, runningServer])
const now = Clock.currentTimeMillis
const take = (server: Locks.Locks, most = 4, underWay: ReadonlyArray<string> = []) =>
  Effect.map(server.take(QUEUE, most, underWay), (taken) => taken.map(({ id }) => id).toSorted())
const setLocks = (until: number) => SqlClient.SqlClient.use((sql) => sql`UPDATE deliveries SET locked_until = ${until}`)
/** The holders of locks, as numbers in the order of the deliveries; 0 is none. */
const holders = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ readonly by: string | null }>`SELECT locked_by AS "by" FROM deliveries ORDER BY event_id`,
    (rows) => {
      const names = [null, ...new Set(rows.map(({ by }) => by).filter((by) => by !== null))]
      return rows.map(({ by }) => names.indexOf(by))
    }
  )
)

describe.each(all)("locks of deliveries on $name", ({ name, stores }) => {
  it.live("give each delivery to one server: those of the queue that are due first, and none before it is due", () =>
    Effect.gen(function* () {
      const [first, second] = yield* servers
      yield* waiting([2, 1, 3, (yield* now) + HOUR])
      yield* waiting([1], "d_2")
      yield* waiting([(yield* now) + HOUR], "d_3")
      expect(yield* first.queues).toEqual([QUEUE, "d_2"])
      expect(yield* take(first, 2)).toEqual([`${QUEUE} 1`, `${QUEUE} 2`])
      expect(yield* take(second)).toEqual([`${QUEUE} 3`])
      expect([yield* take(first), yield* take(second)]).toEqual([[], []])
      expect(yield* second.queues).toEqual(["d_2"])
    }).pipe(Effect.provide(stores()))
  )

  it.live("end after their time if they are not renewed, and then go to another server, which keeps them", () =>
    Effect.gen(function* () {
      const [first, second] = yield* servers
      yield* waiting([1, 2])
      const ids = yield* take(first)
      yield* setLocks((yield* now) + 500)
      yield* first.renew(ids.slice(0, 1))
      yield* Effect.sleep("1 second")
      expect(yield* take(second)).toEqual(ids.slice(1))
      yield* first.renew(ids)
      yield* setLocks(0)
      yield* second.renew(ids.slice(1))
      expect(yield* take(first)).toEqual(ids.slice(0, 1))
      expect(yield* holders).toEqual([1, 2])
    }).pipe(Effect.provide(stores()))
  )

  it.live("are renewed, however many deliveries the server is sending", () =>
    Effect.gen(function* () {
      const [first, second] = yield* servers
      yield* waiting([1, 2])
      const [one = "", other = ""] = yield* take(first)
      yield* setLocks(0)
      yield* first.renew([one, ...Array.from({ length: 70_000 }, (_, index) => `elsewhere ${index}`), other])
      expect(yield* take(second)).toEqual([])
    }).pipe(Effect.provide(stores()))
  )

  it.live("that ended while the machine slept are not taken by the server that is still sending", () =>
    Effect.gen(function* () {
      const [first] = yield* servers
      yield* waiting([1, 2])
      const ids = yield* take(first)
      yield* setLocks(0)
      expect(yield* take(first, 4, ids.slice(0, 1))).toEqual(ids.slice(1))
    }).pipe(Effect.provide(stores()))
  )

  it.live("that ended while nothing could be written are not taken at once: they can be renewed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [first, second] = yield* servers
      yield* waiting([1])
      yield* take(first)
      yield* setLocks(0)
      yield* sql`ALTER TABLE deliveries RENAME COLUMN wakes TO unwritable`
      expect(yield* Effect.flip(take(second))).toHaveProperty("_tag", "StorageError")
      yield* sql`ALTER TABLE deliveries RENAME COLUMN unwritable TO wakes`
      expect([yield* second.queues, yield* take(second)]).toEqual([[], []])
    }).pipe(Effect.provide(stores()))
  )

  it.live("that a clock ahead has set hold nothing up for longer", () =>
    Effect.gen(function* () {
      const [first, second] = yield* servers
      yield* waiting([1])
      const ids = yield* take(first)
      yield* setLocks((yield* now) + HOUR)
      expect(yield* take(second)).toEqual(ids)
    }).pipe(Effect.provide(stores()))
  )

  it.live("are not for a delivery without its event, which is given up, with why", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [server] = yield* servers
      yield* waiting([1, 2])
      yield* sql`DELETE FROM events WHERE id = 1`
      expect(yield* take(server)).toEqual([`${QUEUE} 2`])
      expect(yield* sql`SELECT state, why, next_millis FROM deliveries ORDER BY event_id`).toEqual([
        { state: "dead", why: "Its event is gone.", next_millis: null },
        { state: "pending", why: null, next_millis: 2 }
      ])
    }).pipe(Effect.provide(stores()))
  )

  it.live("of servers that were killed end when one starts, on SQLite at once", () =>
    Effect.gen(function* () {
      const [first, second] = yield* servers
      yield* waiting([1, 2])
      yield* take(first)
      yield* second.begin
      expect(yield* holders).toEqual(name === "SQLite" ? [0, 0] : [1, 1])
    }).pipe(Effect.provide(stores()))
  )
})

it.live("what a clock ahead put off is due when the next server starts, and what is only paused is not", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [server] = yield* servers
    const present = yield* now
    yield* waiting([1, 2, 3].map(() => present + 2 * HOUR))
    yield* sql`UPDATE deliveries SET created_millis = ${present + HOUR} WHERE event_id = 1`
    const attempt = { attempt: 1, duration_millis: 1, answer: "" }
    yield* sql`INSERT INTO attempts ${sql.insert({ ...attempt, delivery: `${QUEUE} 2`, at_millis: present + HOUR })}`
    yield* sql`INSERT INTO attempts ${sql.insert({ ...attempt, delivery: `${QUEUE} 3`, at_millis: present })}`
    yield* server.begin
    expect(yield* take(server)).toEqual([`${QUEUE} 1`, `${QUEUE} 2`])
  }).pipe(Effect.provide(onSqlite()))
)

describe("several servers on PostgreSQL", () => {
  it.live("that look at the same moment take different deliveries, without waiting for each other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [first, second] = yield* servers
      const runOutside = Effect.runPromiseWith(yield* Effect.context())
      yield* waiting([1, 2])
      const atOnce = Effect.gen(function* () {
        const own = yield* take(first, 1)
        const others = yield* Effect.promise(() => runOutside(take(second, 2)))
        return [own, others]
      })
      expect(yield* sql.withTransaction(atOnce)).toEqual([[`${QUEUE} 1`], [`${QUEUE} 2`]])
    }).pipe(Effect.provide(onPostgres()))
  )

  it.live(
    "take over nothing when they start: the database may have been away, and others renew their locks only now",
    () =>
      Effect.gen(function* () {
        const [first] = yield* servers
        yield* waiting([1])
        const ids = yield* take(first)
        yield* setLocks(0)
        const next = yield* Locks.make
        yield* next.begin
        expect(yield* take(next)).toEqual([])
        expect(yield* take(yield* runningServer)).toEqual(ids)
      }).pipe(Effect.provide(onPostgres()))
  )

  it.live("take over nothing and send nothing early if their clock is ahead", () =>
    Effect.gen(function* () {
      const [first, second] = yield* servers
      yield* waiting([1, (yield* now) + HOUR / 2])
      yield* take(first)
      const clock = yield* Clock.Clock
      const ahead = clockOf(clock, () => clock.currentTimeMillisUnsafe() + HOUR)
      expect(yield* Effect.provideService(take(second), Clock.Clock, ahead)).toEqual([])
    }).pipe(Effect.provide(onPostgres()))
  )
})
