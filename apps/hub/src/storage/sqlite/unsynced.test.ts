import { statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { assert, describe, it } from "@effect/vitest"
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as SqlClient from "effect/sql/SqlClient"

import { atOnce, reasonOf, rowsUpTo, withTable } from "../../testing/table.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()

/** What SQLite calls how far a commit waits for the disk. */
const NORMAL = 1
const FULL = 2

const levelOf = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ synchronous: number }>`PRAGMA synchronous`, ([row]) => row?.synchronous)

describe("writes that need not be on the disk at once", () => {
  it.live("are committed without it, and every other write still waits for it", () =>
    withTable(join(directory(), "test.db"), ({ sql, insert, write, names, filename }) =>
      Effect.gen(function* () {
        const { writeSoon } = yield* Database
        const level = levelOf(sql)
        const levelAfter = (name: string) => Effect.andThen(insert(name), level)
        assert.strictEqual(yield* writeSoon(levelAfter("soon")), NORMAL)
        assert.strictEqual(yield* level, FULL)
        assert.strictEqual(yield* write(levelAfter("synced")), FULL)
        assert.strictEqual(yield* sql.withTransaction(writeSoon(levelAfter("inside"))), FULL)
        const together = yield* Effect.all(
          [writeSoon(levelAfter("soon too")), write(levelAfter("synced too")), writeSoon(levelAfter("and soon"))],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(together, [FULL, FULL, FULL])
        assert.strictEqual(reasonOf(yield* Effect.exit(writeSoon(insert("soon")))), "UniqueViolation")
        assert.strictEqual(yield* level, FULL)
        // As another process sees it, before anything is closed.
        const other = new DatabaseSync(filename, { readOnly: true })
        const count = other.prepare("SELECT count(*) AS n FROM t").get()
        other.close()
        assert.deepStrictEqual({ ...count }, { n: (yield* names).length })
      })
    )
  )

  it.live("do not take along a write that comes while their group runs", () =>
    withTable(join(directory(), "test.db"), ({ sql, insert, write, names }) =>
      Effect.gen(function* () {
        const { writeSoon } = yield* Database
        const level = levelOf(sql)
        let late: Fiber.Fiber<number | undefined, unknown> | undefined
        const services = yield* Effect.context()
        const joining = Effect.sync(() => {
          late = Effect.runForkWith(services)(write(Effect.andThen(insert("late"), level)))
        })
        // The first is committed by itself.
        yield* atOnce([
          writeSoon(insert("first")),
          writeSoon(Effect.andThen(insert("second"), joining)),
          writeSoon(insert("third"))
        ])
        assert.isDefined(late)
        assert.strictEqual(yield* Fiber.join(late), FULL)
        assert.deepStrictEqual(yield* names, ["first", "second", "third", "late"])
      })
    )
  )
})

describe("a write that need not be on the disk at once", () => {
  it.live("is committed in the turn of the event loop in which it comes; those after it form a group", () =>
    withTable(join(directory(), "test.db"), ({ insert, names, filename }) =>
      Effect.gen(function* () {
        const { writeSoon } = yield* Database
        const other = new DatabaseSync(filename, { readOnly: true })
        const count = other.prepare("SELECT count(*) AS n FROM t")
        yield* Effect.yieldNow
        const before = statSync(`${filename}-wal`).size
        yield* Effect.forkChild(writeSoon(insert("first")), { startImmediately: true })
        assert.deepStrictEqual({ ...count.get() }, { n: 1 })
        const rows = rowsUpTo(200)
        assert.isTrue((yield* atOnce(rows.map((name) => writeSoon(insert(name))))).every(Exit.isSuccess))
        other.close()
        assert.deepStrictEqual(yield* names, ["first", ...rows])
        assert.isBelow(statSync(`${filename}-wal`).size - before, 40 * 4096)
      })
    )
  )

  it.live("leaves nothing where it fails, and waits for another program that holds the file", () =>
    withTable(join(directory(), "test.db"), ({ insert, names, filename }) =>
      Effect.gen(function* () {
        const { writeSoon } = yield* Database
        const failure = yield* Effect.exit(writeSoon(Effect.andThen(insert("half"), Effect.fail("no"))))
        assert.strictEqual(reasonOf(failure), "no")
        const other = new DatabaseSync(filename)
        other.exec("BEGIN IMMEDIATE")
        const writing = yield* Effect.forkChild(Effect.exit(writeSoon(insert("late"))), { startImmediately: true })
        yield* Effect.sleep("50 millis")
        other.exec("ROLLBACK")
        assert.strictEqual(reasonOf(yield* Fiber.join(writing)), undefined)
        other.exec("BEGIN IMMEDIATE")
        assert.strictEqual(reasonOf(yield* Effect.exit(writeSoon(insert("never")))), "LockTimeoutError")
        other.exec("ROLLBACK")
        other.close()
        assert.deepStrictEqual(yield* names, ["late"])
      })
    )
  )

  it.live("is every write to a file that is worth nothing after a power failure", () =>
    withTable(
      join(directory(), "test.db"),
      ({ sql, insert, write, names }) =>
        Effect.gen(function* () {
          const { writeSoon } = yield* Database
          const levels = [write(Effect.andThen(insert("a"), levelOf(sql))), writeSoon(levelOf(sql)), levelOf(sql)]
          assert.deepStrictEqual(yield* Effect.all(levels), [NORMAL, NORMAL, NORMAL])
          assert.deepStrictEqual(yield* names, ["a"])
        }),
      { isSynced: false }
    )
  )
})
