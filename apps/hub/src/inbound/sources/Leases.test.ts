import { describe, expect, it } from "@effect/vitest"
import { Database } from "@inlay/sql-stores/Database"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import * as TestClock from "effect/testing/TestClock"

import { backends } from "../../testing/backends.ts"
import * as Leases from "./Leases.ts"
import { removalsUnderWay, whileRemoving } from "./removals.ts"

const { all } = backends()

const WORK = { plugin: "codehost", account: "work" }

const server = Effect.map(Layer.build(Layer.fresh(Leases.layer)), (services) => Context.get(services, Leases.Leases))

const leaseEnd = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly ends_millis: number }>`SELECT ends_millis FROM leases`
).pipe(Effect.map(([row]) => row?.ends_millis))

const realMillisecond = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 1)))

/**
 * Waits until the only lease is renewed, which must be before its end. The database takes real time, which the test's
 * clock does not see: a renewal may be stored already, while its holder begins to wait for the next only after the clock
 * has moved. So time goes on slowly while nothing happens.
 */
const renewalAfter = (before: number | undefined) =>
  Effect.gen(function* () {
    for (let attempts = 1; (yield* leaseEnd) === before && attempts <= 10_000; attempts++) {
      yield* realMillisecond
      if (attempts % 100 === 0) yield* TestClock.adjust("1 second")
    }
    expect(yield* leaseEnd).toBeGreaterThan(before ?? 0)
    expect(yield* Clock.currentTimeMillis).toBeLessThan(before ?? 0)
  })

describe.each(all)("a lease on $name", ({ name: database, stores }) => {
  it.effect("is one server's as long as it works, and another's soon after it stopped renewing it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [first, second] = [yield* server, yield* server]
      const begun = yield* Deferred.make<void>()
      const isStopped = yield* Deferred.make<void>()
      const working = yield* Effect.forkChild(
        first.having(
          "poll",
          Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
            Effect.onInterrupt(() => Deferred.succeed(isStopped, undefined))
          )
        )
      )
      yield* Deferred.await(begun)
      // The work takes minutes, and the lease is renewed in the meantime.
      for (let quarters = 0; quarters < 12; quarters++) {
        const before = yield* leaseEnd
        yield* TestClock.adjust("15 seconds")
        yield* renewalAfter(before)
        expect(yield* second.having("poll", Effect.succeed("mine"))).toBeUndefined()
      }
      // As if the first server had stalled for a minute and the second had taken the lease.
      yield* sql`UPDATE leases SET holder = 'second', ends_millis = ends_millis + 60000`
      yield* TestClock.adjust("15 seconds")
      yield* Deferred.await(isStopped)
      expect(yield* Fiber.join(working)).toBeUndefined()
      expect((yield* sql`SELECT holder FROM leases`).map(({ holder }) => holder)).toEqual(["second"])
      yield* TestClock.adjust("3 minutes")
      expect(yield* second.having("poll", Effect.succeed("mine"))).toBe("mine")
      expect(yield* sql`SELECT holder FROM leases`).toEqual([])
      // One that ends later than any lease does was written with a wrong clock.
      for (const [minutes, outcome] of [
        [20, undefined],
        [21, "mine"]
      ] as const) {
        const name = `poll ${minutes}`
        const ends_millis = (yield* Clock.currentTimeMillis) + minutes * 60_000
        yield* sql`INSERT INTO leases ${sql.insert({ name, holder: "another", ends_millis })}`
        expect([minutes, yield* second.having(name, Effect.succeed("mine"))]).toEqual([minutes, outcome])
      }
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.provide(stores()))
  )

  it.effect("lasts while the database is away, and its work goes on", () =>
    Effect.gen(function* () {
      const services = yield* Database
      let isAway = false
      let refusals = 0
      const sometimesAway: typeof services = {
        ...services,
        write: (writing, ...scope) =>
          Effect.suspend(() => {
            if (!isAway) return services.write(writing, ...scope)
            refusals += 1
            return Effect.fail(
              new SqlError({ reason: new ConnectionError({ message: "gone", operation: "write", cause: "gone" }) })
            )
          })
      }
      const { having } = yield* Effect.provideService(server, Database, sometimesAway)
      const begun = yield* Deferred.make<void>()
      const finish = yield* Deferred.make<string>()
      const working = yield* Effect.forkChild(
        having("poll", Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(finish)))
      )
      yield* Deferred.await(begun)
      isAway = true
      yield* TestClock.adjust("30 seconds")
      expect(refusals).toBe(2)
      isAway = false
      yield* Deferred.succeed(finish, "done")
      expect(yield* Fiber.join(working)).toBe("done")
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.provide(stores()))
  )

  it.effect("ends with its work, also if that is interrupted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { having } = yield* server
      const begun = yield* Deferred.make<void>()
      const working = yield* Effect.forkChild(
        having("poll", Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
      )
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(working)
      expect(yield* sql`SELECT name FROM leases`).toEqual([])
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.provide(stores()))
  )

  it.effect("of a killed program ends with the start of the next on SQLite, whose directory has one server", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ends_millis = (yield* Clock.currentTimeMillis) + 60_000
      yield* sql`INSERT INTO leases ${sql.insert({ name: "poll", holder: "killed", ends_millis })}`
      const { having } = yield* server
      expect(yield* having("poll", Effect.succeed("mine"))).toBe(database === "SQLite" ? "mine" : undefined)
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.provide(stores()))
  )

  it.effect("on the removal of an account outlasts a server's start: `inlay disconnect` is another program", () =>
    Effect.gen(function* () {
      const isRemoving = Effect.map(removalsUnderWay, (isBeingRemoved) => isBeingRemoved(WORK))
      expect(yield* whileRemoving(WORK, Effect.andThen(server, isRemoving))).toBe(true)
      expect(yield* isRemoving).toBe(false)
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.provide(stores()))
  )

  it.effect("on a removal whose program was killed ends after minutes, also if a wrong clock wrote it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isRemoving = Effect.map(removalsUnderWay, (isBeingRemoved) => isBeingRemoved(WORK))
      // Its end finds the lease of somebody else.
      yield* whileRemoving(WORK, sql`UPDATE leases SET holder = 'killed'`)
      expect(yield* isRemoving).toBe(true)
      yield* TestClock.adjust("5 minutes")
      expect(yield* isRemoving).toBe(true)
      yield* TestClock.adjust("1 second")
      expect(yield* isRemoving).toBe(false)
      yield* sql`UPDATE leases SET ends_millis = ${(yield* Clock.currentTimeMillis) + 11 * 60_000}`
      expect(yield* isRemoving).toBe(false)
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.provide(stores()))
  )

  it.effect("on the removal of an account lasts as long as the removal, which may have many webhooks to remove", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const removed = yield* Deferred.make<void>()
      const removing = yield* Effect.forkChild(
        whileRemoving(WORK, Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(removed)))
      )
      yield* Deferred.await(begun)
      for (let minutes = 0; minutes < 7; minutes++) {
        const before = yield* leaseEnd
        yield* TestClock.adjust("1 minute")
        yield* renewalAfter(before)
      }
      expect((yield* removalsUnderWay)(WORK)).toBe(true)
      yield* Deferred.succeed(removed, undefined)
      yield* Fiber.join(removing)
      expect((yield* removalsUnderWay)(WORK)).toBe(false)
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.provide(stores()))
  )
})
