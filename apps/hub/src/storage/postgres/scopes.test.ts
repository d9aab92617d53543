/** How long others wait for a scope of PostgreSQL, and what that takes. */
import { assert, describe, it } from "@effect/vitest"
import * as CallEnd from "@inlay/sql-stores/call-end"
import { Database } from "@inlay/sql-stores/Database"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

import { backends } from "../../testing/backends.ts"

const { onPostgres } = backends()

const SCOPE = "account of the test"

/** Starts an effect that begins with `begun`, and waits for it. Returns how to end it. */
const hold = Effect.fnUntraced(function* <E, R>(holding: (begun: Effect.Effect<void>) => Effect.Effect<unknown, E, R>) {
  const isHeld = yield* Deferred.make<void>()
  const gate = yield* Deferred.make<void>()
  const begun = Effect.andThen(Deferred.succeed(isHeld, undefined), Deferred.await(gate))
  const holder = yield* Effect.forkChild(holding(begun))
  yield* Deferred.await(isHeld)
  return Effect.andThen(Deferred.succeed(gate, undefined), Fiber.join(holder))
})

const tagOf = (error: SqlError): string => (isSqlError(error) ? error.reason._tag : "none")

describe("a scope", () => {
  it.live("is given back by a program that stalls, which is not said of what its connection does next", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { alone } = yield* Database
      const setting = sql`SELECT current_setting('idle_in_transaction_session_timeout') AS idle`
      assert.deepStrictEqual(yield* alone(SCOPE, setting), [{ idle: "30s" }])
      assert.deepStrictEqual(yield* setting, [{ idle: "0" }])
    }).pipe(Effect.provide(onPostgres()))
  )

  it.live("that another program does not give back in time is said to be locked", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { alone } = yield* Database
      const lock = sql`SELECT pg_advisory_xact_lock(hashtextextended(${`inlay ${SCOPE}`}, 0))::text`
      const end = yield* hold((begun) => sql.withTransaction(Effect.andThen(lock, begun)))
      const waiting = CallEnd.within(Duration.millis(300))(alone(SCOPE, Effect.void))
      assert.strictEqual(tagOf(yield* Effect.flip(waiting)), "LockTimeoutError")
      yield* end
      yield* alone(SCOPE, Effect.void)
    }).pipe(Effect.provide(onPostgres()))
  )

  it.live("that comes too late in this program is not taken, and waiting for it takes no connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { alone } = yield* Database
      const end = yield* hold((begun) => alone(SCOPE, begun))
      const waiting = CallEnd.within(Duration.millis(1))(alone(SCOPE, Effect.die("too late")))
      const fibers = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Effect.forkChild(Effect.flip(waiting), { startImmediately: true })
      )
      yield* Effect.sleep("500 millis")
      const connections = yield* sql<{ readonly count: number }>`SELECT count(*) AS count FROM pg_stat_activity
        WHERE datname = current_database()`
      assert.isAtMost(connections[0]?.count ?? 0, 2)
      yield* end
      const tags = (yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))).map(tagOf)
      assert.deepStrictEqual(new Set(tags), new Set(["LockTimeoutError"]))
    }).pipe(Effect.provide(onPostgres()))
  )
})
