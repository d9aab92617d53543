import { statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setImmediate } from "node:timers/promises"

import { assert, describe, it } from "@effect/vitest"
import { Database } from "@inlay/sql-stores/Database"
import * as Sqlite from "@inlay/sql-stores/sqlite/Sqlite"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"

import { atOnce, reasonOf, rowsUpTo, withTable } from "../../testing/table.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()

describe("writes that wait at the same moment", () => {
  // The clock stands still, so that slow writes do not end the group.
  it.effect("are committed in their order, as one", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names, filename }) =>
      Effect.gen(function* () {
        const logBytes = () => statSync(`${filename}-wal`).size
        const before = logBytes()
        const rows = rowsUpTo(200)
        const exits = yield* atOnce(rows.map((name) => write(insert(name))))
        assert.isTrue(exits.every(Exit.isSuccess))
        assert.deepStrictEqual(yield* names, rows)
        // Two hundred commits would write each changed page two hundred times.
        assert.isBelow(logBytes() - before, 40 * 4096)
      })
    )
  )

  it.live("leave the event loop free between two groups", () =>
    withTable(join(directory(), "test.db"), ({ insert, write }) =>
      Effect.gen(function* () {
        let turns = 0
        const counting = Effect.forever(
          Effect.promise(async () => {
            await setImmediate()
            turns += 1
          })
        )
        const counter = yield* Effect.forkChild(counting)
        yield* atOnce(rowsUpTo(3000).map((name) => write(insert(name))))
        yield* Fiber.interrupt(counter)
        // A group holds 256 writes at most.
        assert.isAtLeast(turns, Math.floor(3000 / 256))
      })
    )
  )

  it.live("fail alone: a failed statement, a failure after one, a defect", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names }) =>
      Effect.gen(function* () {
        const exits = yield* atOnce([
          write(insert("first")),
          write(insert("first")),
          write(Effect.andThen(insert("half"), Effect.fail("no"))),
          write(Effect.andThen(insert("dead"), Effect.die("defect"))),
          write(insert("last"))
        ])
        assert.deepStrictEqual(exits.map(reasonOf), [undefined, "UniqueViolation", "no", "defect", undefined])
        assert.deepStrictEqual(yield* names, ["first", "last"])
      })
    )
  )

  it.live("fail alone if nobody else waits, and the next is written", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names }) =>
      Effect.gen(function* () {
        const failure = yield* Effect.exit(write(Effect.andThen(insert("half"), Effect.fail("no"))))
        assert.strictEqual(reasonOf(failure), "no")
        yield* write(insert("next"))
        assert.deepStrictEqual(yield* names, ["next"])
      })
    )
  )

  // The clock stands still, so that slow writes do not end the group.
  it.effect("all fail with the database's error if the disk is full, and nothing of them is stored", () =>
    withTable(join(directory(), "test.db"), ({ sql, insert, write, names }) =>
      Effect.gen(function* () {
        yield* write(insert("kept"))
        const [pages] = yield* sql<{ page_count: number }>`PRAGMA page_count`
        yield* sql.unsafe(`PRAGMA max_page_count = ${(pages?.page_count ?? 0) + 1}`)
        const large = (name: string) => write(insert(name + "x".repeat(1000)))
        const exits = yield* atOnce(rowsUpTo(20).map(large))
        const reasons = exits.map((exit) => (Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "written"))
        // The first writes would have fitted, but fail together with their group.
        assert.match(reasons[0] ?? "", /full/)
        assert.isTrue(
          reasons.every((reason) => reason === "written" || reason.includes("full")),
          reasons.join("\n")
        )
        const writtenRows = exits.flatMap((exit, n) => (Exit.isSuccess(exit) ? [`row ${n}`] : []))
        assert.deepStrictEqual(
          (yield* names).map((name) => name.replace(/x+$/, "")),
          ["kept", ...writtenRows]
        )
        yield* sql`PRAGMA max_page_count = 100000`
        yield* write(insert("after"))
        assert.include(yield* names, "after")
      })
    )
  )

  it.live("use the services of their own fibers", () =>
    withTable(join(directory(), "test.db"), ({ sql, write }) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO t (id, name) VALUES (${2n ** 60n}, 'big')`
        const select = write(sql<{ id: bigint }>`SELECT id FROM t`)
        const exits = yield* atOnce([write(sql`SELECT 1`), Effect.provideService(select, SqlClient.SafeIntegers, true)])
        assert.deepStrictEqual(
          exits.map((exit) => Exit.isSuccess(exit) && typeof Object.values(exit.value[0] ?? {})[0]),
          ["number", "bigint"]
        )
      })
    )
  )
})

describe("a write", () => {
  it.live("is part of the transaction that contains it", () =>
    withTable(join(directory(), "test.db"), ({ sql, insert, write, names }) =>
      Effect.gen(function* () {
        const whole = sql.withTransaction(Effect.andThen(write(insert("inside")), Effect.fail("undone")))
        assert.strictEqual(yield* Effect.flip(whole), "undone")
        assert.deepStrictEqual(yield* names, [])
      })
    )
  )

  it.live("that fails in a transaction which goes on leaves nothing there", () =>
    withTable(join(directory(), "test.db"), ({ sql, insert, write, names }) =>
      Effect.gen(function* () {
        const failing = write(Effect.andThen(insert("half"), Effect.fail("no")))
        yield* sql.withTransaction(Effect.andThen(Effect.ignore(failing), insert("next")))
        assert.deepStrictEqual(yield* names, ["next"])
      })
    )
  )

  it.live("that is interrupted before its turn is not run; the others are", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names, filename }) =>
      Effect.gen(function* () {
        const other = new DatabaseSync(filename)
        other.exec("BEGIN IMMEDIATE")
        const first = yield* Effect.forkChild(write(insert("interrupted")))
        const second = yield* Effect.forkChild(write(insert("written")))
        yield* Effect.sleep("20 millis")
        yield* Fiber.interrupt(first)
        other.exec("ROLLBACK")
        other.close()
        yield* Fiber.join(second)
        assert.deepStrictEqual(yield* names, ["written"])
      })
    )
  )

  it.live("waits for another program that holds the file", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names, filename }) =>
      Effect.gen(function* () {
        const other = new DatabaseSync(filename)
        other.exec("BEGIN IMMEDIATE")
        const writing = yield* Effect.forkChild(atOnce(["a", "b"].map((name) => write(insert(name)))))
        yield* Effect.sleep("50 millis")
        other.exec("ROLLBACK")
        other.close()
        assert.deepStrictEqual((yield* Fiber.join(writing)).map(reasonOf), [undefined, undefined])
        assert.deepStrictEqual(yield* names, ["a", "b"])
      })
    )
  )

  it.live("fails if it has waited long enough; one that may wait on is written", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names, filename }) =>
      Effect.gen(function* () {
        const other = new DatabaseSync(filename)
        other.exec("BEGIN IMMEDIATE")
        const first = yield* Effect.forkChild(Effect.exit(write(insert("first"))))
        yield* Effect.sleep("150 millis")
        const later = yield* Effect.forkChild(Effect.exit(write(insert("later"))))
        const reasons = [reasonOf(yield* Fiber.join(first))]
        other.exec("ROLLBACK")
        other.close()
        reasons.push(reasonOf(yield* Fiber.join(later)))
        assert.deepStrictEqual(reasons, ["LockTimeoutError", undefined])
        assert.deepStrictEqual(yield* names, ["later"])
      })
    )
  )

  it.live("that is under way is completed before the database is closed", () => {
    const filename = join(directory(), "test.db")
    return Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { write } = yield* Database
        yield* sql`CREATE TABLE t (name TEXT) STRICT`
        // Of several groups.
        for (const name of rowsUpTo(2000)) {
          yield* Effect.forkDetach(write(sql`INSERT INTO t VALUES (${name})`), { startImmediately: true })
        }
      }).pipe(Effect.provide(Sqlite.layer({ filename })))
      const database = new DatabaseSync(filename)
      const rows = database.prepare("SELECT name FROM t").all()
      database.close()
      assert.deepStrictEqual(
        rows.map((row) => row["name"]),
        rowsUpTo(2000)
      )
    })
  })
})
