/** Writes that share a transaction of PostgreSQL. */
import { assert, describe, it } from "@effect/vitest"
import { within } from "@inlay/sql-stores/call-end"
import { Database } from "@inlay/sql-stores/Database"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { SqlClient } from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"

const { onPostgres } = backends()
const SCOPE = "account of the test"

/** One row for each write, with the transaction that wrote it. */
const noted = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { write } = yield* Database
  yield* sql`CREATE TABLE notes (id integer PRIMARY KEY, tx text)`
  return {
    /** Fails as when another transaction and this one wait for each other. */
    deadlock: sql`DO $$ BEGIN RAISE 'deadlock detected' USING ERRCODE = '40P01'; END $$`,
    insert: (id: number) => sql`INSERT INTO notes VALUES (${id}, pg_current_xact_id()::text)`,
    write,
    rows: sql<{ readonly id: number; readonly tx: string }>`SELECT id, tx FROM notes ORDER BY id`
  }
})

/** Holds the scope until the gate opens, so that later writes wait. */
const holdScope = Effect.fnUntraced(function* () {
  const { write } = yield* Database
  const holding = yield* Deferred.make<void>()
  const gate = yield* Deferred.make<void>()
  const holder = yield* Effect.forkChild(
    write(Effect.andThen(Deferred.succeed(holding, undefined), Deferred.await(gate)), SCOPE)
  )
  yield* Deferred.await(holding)
  return Effect.andThen(Deferred.succeed(gate, undefined), Fiber.join(holder))
})

const waiting = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

describe("writes of one scope", () => {
  it.live("that wait at a moment are one transaction, each with its own answer", () =>
    Effect.gen(function* () {
      const { insert, write, rows } = yield* noted
      const open = yield* holdScope()
      const fibers = yield* Effect.forEach([1, 2, 3, 4, 5], (id) =>
        waiting(write(Effect.as(insert(id), `answer ${id}`), SCOPE))
      )
      yield* open
      assert.deepStrictEqual(
        yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber)),
        [1, 2, 3, 4, 5].map((id) => `answer ${id}`)
      )
      assert.deepStrictEqual([new Set((yield* rows).map(({ tx }) => tx)).size, (yield* rows).length], [1, 5])
    }).pipe(Effect.provide(onPostgres()))
  )

  it.live("are not part of a transaction that holds another scope, or whose call has another deadline", () =>
    Effect.gen(function* () {
      const { insert, write, rows } = yield* noted
      const open = yield* holdScope()
      const own = yield* waiting(write(insert(1), SCOPE))
      const others = yield* waiting(write(insert(2), "another scope"))
      const timed = yield* waiting(within(Duration.seconds(4))(write(insert(3), SCOPE)))
      yield* open
      yield* Fiber.joinAll([own, others, timed])
      assert.strictEqual(new Set((yield* rows).map(({ tx }) => tx)).size, 3)
    }).pipe(Effect.provide(onPostgres()))
  )

  it.live("if one fails, it fails alone, and nothing of it is stored", () =>
    Effect.gen(function* () {
      const { deadlock, insert, write, rows } = yield* noted
      const open = yield* holdScope()
      const fails = Effect.andThen(insert(2), Effect.fail("no"))
      const writes = [insert(1), fails, Effect.andThen(insert(3), insert(1)), Effect.andThen(insert(5), deadlock)]
      const fibers = yield* Effect.forEach([...writes, insert(4)], (one) => waiting(Effect.exit(write(one, SCOPE))))
      yield* open
      const exits = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, false, false, true])
      assert.deepStrictEqual(
        (yield* rows).map(({ id }) => id),
        [1, 4]
      )
    }).pipe(Effect.provide(onPostgres()))
  )

  it.live("interrupted before its turn, it is not run, and keeps nobody else", () =>
    Effect.gen(function* () {
      const { insert, write, rows } = yield* noted
      const open = yield* holdScope()
      const [first, second] = yield* Effect.forEach([1, 2], (id) => waiting(write(insert(id), SCOPE)))
      if (first === undefined || second === undefined) return assert.fail("two fibers")
      yield* Fiber.interrupt(first)
      yield* open
      yield* Fiber.join(second)
      assert.deepStrictEqual(
        (yield* rows).map(({ id }) => id),
        [2]
      )
    }).pipe(Effect.provide(onPostgres()))
  )

  it.live("interrupted while it runs, it is completed, and takes no other's answer", () =>
    Effect.gen(function* () {
      const { insert, write, rows } = yield* noted
      const open = yield* holdScope()
      const [isRunning, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const pausing = Effect.andThen(Deferred.succeed(isRunning, undefined), Deferred.await(mayEnd))
      const first = yield* waiting(write(Effect.andThen(pausing, insert(1)), SCOPE))
      const second = yield* waiting(write(Effect.as(insert(2), "second"), SCOPE))
      yield* open
      yield* Deferred.await(isRunning)
      const interrupting = yield* waiting(Fiber.interrupt(first))
      yield* Effect.sleep("20 millis")
      assert.isUndefined(interrupting.pollUnsafe())
      yield* Deferred.succeed(mayEnd, undefined)
      assert.strictEqual(yield* Fiber.join(second), "second")
      yield* Fiber.join(interrupting)
      assert.deepStrictEqual(
        (yield* rows).map(({ id }) => id),
        [1, 2]
      )
    }).pipe(Effect.provide(onPostgres()))
  )

  it.live("undone inside a transaction, it is run again with all of it", () =>
    Effect.gen(function* () {
      const { deadlock, insert, write, rows } = yield* noted
      const { alone } = yield* Database
      let tries = 0
      const inner = Effect.suspend(() => write((tries += 1) === 1 ? deadlock : insert(2)))
      yield* alone(SCOPE, Effect.andThen(insert(1), inner))
      assert.deepStrictEqual([tries, (yield* rows).map(({ id }) => id)], [2, [1, 2]])
    }).pipe(Effect.provide(onPostgres()))
  )

  it.live("is part of the transaction that contains it", () =>
    Effect.gen(function* () {
      const { insert, write, rows } = yield* noted
      const sql = yield* SqlClient
      const whole = sql.withTransaction(Effect.andThen(write(insert(1), SCOPE), Effect.fail("undone")))
      assert.strictEqual(yield* Effect.flip(whole), "undone")
      assert.deepStrictEqual(yield* rows, [])
    }).pipe(Effect.provide(onPostgres()))
  )
})
