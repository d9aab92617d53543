import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Sqlite from "@inlay/sql-stores/sqlite/Sqlite"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"

import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()

const withDatabase = <A, E>(body: Effect.Effect<A, E, SqlClient.SqlClient>, filename = join(directory(), "test.db")) =>
  Effect.provide(body, Sqlite.layer({ filename, busyTimeout: Duration.millis(200) }))

const table = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n REAL, flag INTEGER, bytes BLOB) STRICT`
  return sql
})

const names = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ name: string }>`SELECT name FROM t ORDER BY id`, (rows) => rows.map((row) => row.name))

describe("Sqlite", () => {
  it.live("keeps commits in a write-ahead log, with foreign keys", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.strictEqual((yield* sql<{ journal_mode: string }>`PRAGMA journal_mode`)[0]?.journal_mode, "wal")
        assert.strictEqual((yield* sql<{ foreign_keys: number }>`PRAGMA foreign_keys`)[0]?.foreign_keys, 1)
      })
    )
  )

  it.live("binds every type SQLite has, and booleans, dates and absent values", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* table
        const row = { name: "a'b", n: 1.5, flag: true, bytes: new Uint8Array([1, 2]) }
        yield* sql`INSERT INTO t ${sql.insert(row)}`
        const [record] = yield* sql<{ name: string; n: number; flag: number; bytes: Uint8Array }>`SELECT * FROM t`
        assert.deepStrictEqual(
          [record?.name, record?.n, record?.flag, [...(record?.bytes ?? [])]],
          ["a'b", 1.5, 1, [1, 2]]
        )
        const [other] = yield* sql.unsafe<{ at: string; none: null }>("SELECT ? AS at, ? AS none", [
          new Date(0),
          undefined
        ])
        assert.deepStrictEqual({ ...other }, { at: "1970-01-01T00:00:00.000Z", none: null })
      })
    )
  )

  it.live("runs on beyond row ids of 2^53, and gives big integers to those who ask", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* table
        const id = 2n ** 60n
        yield* sql`INSERT INTO t (id, name) VALUES (${id}, 'big')`
        const select = sql<{ id: bigint }>`SELECT id FROM t`
        assert.strictEqual((yield* Effect.provideService(select, SqlClient.SafeIntegers, true))[0]?.id, id)
        assert.deepStrictEqual(yield* names(sql), ["big"])
      })
    )
  )

  it.live("gives values, changes and streams", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* table
        const insert = yield* sql`INSERT INTO t (name) VALUES ('a'), ('b')`.raw
        assert.deepStrictEqual(insert, { changes: 2, lastInsertRowid: 2n })
        assert.deepStrictEqual(yield* sql`SELECT name FROM t`.values, [["a"], ["b"]])
        assert.deepStrictEqual(
          (yield* Stream.runCollect(sql<{ name: string }>`SELECT name FROM t`.stream)).map(({ name }) => name),
          ["a", "b"]
        )
      })
    )
  )

  it.live("undoes a transaction that fails, and only the inner one if it is nested", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* table
        const insert = (name: string) => sql`INSERT INTO t (name) VALUES (${name})`
        yield* Effect.ignore(sql.withTransaction(Effect.andThen(insert("lost"), Effect.fail("no"))))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* insert("kept")
            yield* Effect.ignore(sql.withTransaction(Effect.andThen(insert("inner"), Effect.fail("no"))))
          })
        )
        assert.deepStrictEqual(yield* names(sql), ["kept"])
      })
    )
  )

  it.live("undoes a transaction that is interrupted, and goes on", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* table
        const fiber = yield* Effect.forkChild(
          sql.withTransaction(Effect.andThen(sql`INSERT INTO t (name) VALUES ('half')`, Effect.never))
        )
        yield* Effect.sleep("20 millis")
        yield* Fiber.interrupt(fiber)
        yield* sql`INSERT INTO t (name) VALUES ('after')`
        assert.deepStrictEqual(yield* names(sql), ["after"])
      })
    )
  )

  it.live("says why: a unique value, a lock, a file that is not a database", () =>
    Effect.gen(function* () {
      const filename = join(directory(), "test.db")
      const reasonOf = <A>(effect: Effect.Effect<A, { readonly reason: { readonly _tag: string } }>) =>
        Effect.map(Effect.flip(effect), ({ reason }) => reason._tag)
      yield* withDatabase(
        Effect.gen(function* () {
          const sql = yield* table
          const insert = sql`INSERT INTO t (name) VALUES ('once')`
          yield* insert
          assert.strictEqual(yield* reasonOf(insert), "UniqueViolation")
          const other = withDatabase(
            Effect.flatMap(SqlClient.SqlClient, (second) => second`INSERT INTO t (name) VALUES ('locked out')`),
            filename
          )
          assert.strictEqual(yield* sql.withTransaction(reasonOf(other)), "LockTimeoutError")
        }),
        filename
      )
      const brokenFile = withDatabase(SqlClient.SqlClient, new URL(import.meta.url).pathname)
      assert.strictEqual(yield* reasonOf(brokenFile), "UnknownError")
    })
  )
})
