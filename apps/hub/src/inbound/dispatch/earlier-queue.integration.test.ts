/** Deliveries of a database in which earlier versions kept them in a queue, `dispatch_queue`, beside their rows. */
import type { Database } from "@inlay/sql-stores/Database"
import { latest } from "@inlay/sql-stores/migrations"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { storesAt, type Place } from "../../testing/places.ts"
import * as Locks from "./locks.ts"

const { all } = backends()

const QUEUE = "d_1"
const STEPS = 6

const asBefore = (name: string) =>
  SqlClient.SqlClient.use(
    Effect.fnUntraced(function* (sql) {
      yield* sql`DROP INDEX deliveries_due`
      yield* sql`CREATE INDEX deliveries_pending ON deliveries (queue, event_id) WHERE state = 'pending'`
      yield* sql`ALTER TABLE deliveries DROP COLUMN locked_by`
      yield* sql`ALTER TABLE deliveries DROP COLUMN locked_until`
      yield* name === "SQLite"
        ? sql.unsafe(`PRAGMA user_version = ${latest - STEPS}`)
        : sql`UPDATE inlay_tables SET version = ${latest - STEPS}`
    })
  )

/** A server of an earlier version: what it puts into the queue, and what it takes from there. */
const earlierServer = Effect.gen(function* () {
  const store = yield* PersistedQueue.makeStoreSql({
    tableName: "dispatch_queue",
    pollInterval: "50 millis",
    lockExpiration: "15 seconds",
    lockRefreshInterval: "3 seconds"
  })
  const { make } = yield* Effect.provideService(PersistedQueue.makeFactory, PersistedQueue.PersistedQueueStore, store)
  const queue = yield* make({ name: QUEUE, schema: Schema.Struct({ id: Schema.String, wake: Schema.Int }) })
  const sql = yield* SqlClient.SqlClient
  return {
    start: Effect.fnUntraced(function* (event: number) {
      const of = { plugin: "codehost", account: "main", trigger_id: "codehost_new_star", data: "{}", source: "webhook" }
      const row = { ...of, id: event, event_key: String(event), at: "2026-06-01T00:00:00Z", received_millis: 0 }
      yield* sql`INSERT INTO events ${sql.insert(row)}`
      const delivery = { id: `msg_${event}`, subscription: "sub", queue: QUEUE, event_id: event, state: "pending" }
      yield* sql`INSERT INTO deliveries ${sql.insert({ ...delivery, next_millis: event, created_millis: 0 })}`
      yield* queue.offer({ id: `msg_${event}`, wake: 0 }, { id: `msg_${event}.0` })
    }),
    /** Takes one, and returns it if it is still to be sent by this entry of the queue. */
    take: <A>(sending: (id: string | undefined) => Effect.Effect<A>) =>
      queue.take(({ id, wake }) =>
        Effect.flatMap(
          Effect.orDie(sql`SELECT 1 FROM deliveries WHERE id = ${id} AND wakes = ${wake} AND state = 'pending'`),
          (rows) => sending(rows.length > 0 ? id : undefined)
        )
      )
  }
})

const at = (place: Place, effect: Effect.Effect<void, unknown, SqlClient.SqlClient | Database | Scope.Scope>) =>
  Effect.runPromise(effect.pipe(Effect.scoped, Effect.provide(storesAt(place)), Effect.orDie))

describe.each(all)("deliveries of an earlier version on $name", ({ name, place }) => {
  it("are sent by a server of this one, each once", async () => {
    const where = await place()
    await at(
      where,
      Effect.gen(function* () {
        yield* asBefore(name)
        const { start } = yield* earlierServer
        for (const event of [1, 2, 3]) yield* start(event)
      })
    )
    await at(
      where,
      Effect.gen(function* () {
        const { begin, queues, take } = yield* Locks.make
        yield* begin
        expect(yield* queues).toEqual([QUEUE])
        expect((yield* take(QUEUE, 10, [])).map(({ id }) => id).toSorted()).toEqual(["msg_1", "msg_2", "msg_3"])
        expect(yield* take(QUEUE, 10, [])).toEqual([])
      })
    )
  })

  it.skipIf(name === "SQLite")("are sent once by servers of both versions side by side", async () => {
    const where = await place()
    const both = Effect.gen(function* () {
      yield* asBefore(name)
      const earlier = yield* earlierServer
      yield* earlier.start(1)
      const [hasTaken, mayEnd] = [yield* Latch.make(), yield* Latch.make()]
      const sending = yield* Effect.forkChild(
        earlier.take((id) => Effect.as(Effect.andThen(hasTaken.open, mayEnd.await), id))
      )
      yield* hasTaken.await
      // Opening the stores brings the tables to this version.
      const { take } = yield* Effect.provideContext(Locks.make, yield* Layer.build(storesAt(where)))
      expect(yield* take(QUEUE, 10, [])).toEqual([])
      // The lock is renewed, by the earlier server.
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE deliveries SET locked_until = 1`
      const until = sql<{ readonly until: number }>`SELECT locked_until AS until FROM deliveries`
      while ((yield* until)[0]?.until === 1) yield* Effect.sleep("50 millis")

      yield* earlier.start(2)
      expect((yield* take(QUEUE, 10, [])).map(({ id }) => id)).toEqual(["msg_2"])
      expect(yield* earlier.take(Effect.succeed)).toBeUndefined()
      yield* mayEnd.open
      expect(yield* Fiber.join(sending)).toBe("msg_1")
    })
    await at(where, both)
  })
})
