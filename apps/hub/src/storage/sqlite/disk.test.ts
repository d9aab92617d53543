import { statSync } from "node:fs"
import { open, type FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { assert, describe, it } from "@effect/vitest"
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { afterEach, beforeEach, vi } from "vitest"

import { atOnce, reasonOf, rowsUpTo, withTable } from "../../testing/table.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()

/** The prototype that all open file handles share. */
let files: FileHandle
beforeEach(async () => {
  const file = await open(import.meta.filename)
  files = Object.getPrototypeOf(file)
  await file.close()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const countSyncs = () => {
  const spy = vi.spyOn(files, "datasync")
  return () => spy.mock.calls.length
}

/** A slow disk: each sync waits until the test lets it continue or the scope is closed. */
const slowDisk = Effect.gen(function* () {
  const waiting: Array<() => void> = []
  const spy = vi.spyOn(files, "datasync").mockImplementation(
    () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
  )
  const goOn = () => {
    for (const resolve of waiting) resolve()
  }
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      spy.mockRestore()
      goOn()
    })
  )
  return { syncCount: () => waiting.length, goOn }
})

/** The rows that other programs see. */
const namesInFile = (filename: string): ReadonlyArray<unknown> => {
  const other = new DatabaseSync(filename, { readOnly: true })
  const rows = other.prepare("SELECT name FROM t ORDER BY name").all()
  other.close()
  return rows.map((row) => row["name"])
}

const until = (condition: () => boolean) =>
  Effect.repeat(Effect.sleep("2 millis"), { until: () => condition(), times: 1000 })

describe("a write", () => {
  it.live("succeeds once it is on the disk; the event loop is free meanwhile, and the next group is written", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, filename }) =>
      Effect.gen(function* () {
        const { writeSoon } = yield* Database
        const disk = yield* slowDisk
        const first = yield* Effect.forkChild(write(insert("first")))
        yield* until(() => disk.syncCount() === 1)
        const second = yield* Effect.forkChild(write(insert("second")))
        yield* writeSoon(insert("soon"))
        yield* until(() => namesInFile(filename).length === 3)
        assert.deepStrictEqual([first.pollUnsafe(), second.pollUnsafe()], [undefined, undefined])
        assert.strictEqual(disk.syncCount(), 1)
        disk.goOn()
        yield* Fiber.join(first)
        // The sync under way may have begun before this commit, so a second one is needed.
        yield* until(() => disk.syncCount() === 2)
        assert.isUndefined(second.pollUnsafe())
        disk.goOn()
        yield* Fiber.join(second)
        assert.deepStrictEqual(namesInFile(filename), ["first", "second", "soon"])
      }).pipe(Effect.scoped)
    )
  )

  it.live("waits for the disk alone, in a transaction, as a statement; a read does not", () =>
    withTable(join(directory(), "test.db"), ({ sql, insert, write, names }) =>
      Effect.gen(function* () {
        const syncCount = countSyncs()
        yield* names
        assert.strictEqual(syncCount(), 0)
        yield* write(insert("alone"))
        assert.strictEqual(syncCount(), 1)
        yield* sql.withTransaction(Effect.andThen(insert("inside"), write(insert("inside too"))))
        assert.strictEqual(syncCount(), 2)
        yield* insert("statement")
        assert.strictEqual(syncCount(), 3)
        yield* sql`INSERT INTO t (name) VALUES ('returned') RETURNING id`
        assert.strictEqual(syncCount(), 4)
        yield* atOnce(rowsUpTo(200).map((name) => write(insert(name))))
        assert.isBelow(syncCount(), 40)
      })
    )
  )

  it.live("needs no file handle that can sync, which Yarn's Plug'n'Play does not have", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names }) =>
      Effect.gen(function* () {
        Object.defineProperty(process.versions, "pnp", { value: "3", configurable: true })
        yield* Effect.addFinalizer(() => Effect.sync(() => Reflect.deleteProperty(process.versions, "pnp")))
        vi.spyOn(files, "datasync").mockRejectedValue(new Error("Method not implemented."))
        yield* write(insert("written"))
        assert.deepStrictEqual(yield* names, ["written"])
      }).pipe(Effect.scoped)
    )
  )

  it.live("fails if the disk fails, and the next one is written once the log's pages are in the file", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names, filename }) =>
      Effect.gen(function* () {
        yield* write(insert("before"))
        vi.spyOn(files, "datasync").mockRejectedValueOnce(Object.assign(new Error("EIO: i/o error"), { code: "EIO" }))
        const exits = yield* atOnce(["lost", "lost too"].map((name) => write(insert(name))))
        assert.deepStrictEqual(exits.map(reasonOf), ["UnknownError", "UnknownError"])
        // A later sync of the disk would prove nothing.
        assert.strictEqual(reasonOf(yield* Effect.exit(insert("statement"))), "UnknownError")
        const reader = new DatabaseSync(filename, { readOnly: true })
        reader.exec("BEGIN")
        reader.prepare("SELECT count(*) FROM t").get()
        // The log cannot be checkpointed while it is being read. No write succeeds until it is.
        assert.strictEqual(reasonOf(yield* Effect.exit(write(insert("never")))), "UnknownError")
        reader.close()
        const before = statSync(`${filename}-wal`).size
        yield* write(insert("after"))
        assert.isBelow(statSync(`${filename}-wal`).size, before)
        assert.include(yield* names, "after")
        assert.notInclude(yield* names, "never")
      })
    )
  )
})

describe("writes that need not be on the disk at once", () => {
  it.live("are committed without it, and brought onto it within a second", () =>
    withTable(join(directory(), "test.db"), ({ sql, insert, filename }) =>
      Effect.gen(function* () {
        const { writeSoon } = yield* Database
        const syncCount = countSyncs()
        yield* writeSoon(insert("soon"))
        yield* atOnce(["a", "b"].map((name) => writeSoon(insert(name))))
        assert.strictEqual(syncCount(), 0)
        assert.deepStrictEqual(namesInFile(filename), ["a", "b", "soon"])
        yield* until(() => syncCount() === 1)
        yield* sql.withTransaction(writeSoon(insert("inside")))
        assert.strictEqual(syncCount(), 2)
        assert.strictEqual(reasonOf(yield* Effect.exit(writeSoon(insert("soon")))), "UniqueViolation")
      })
    )
  )

  it.live("are brought onto it, too, if they come while a group runs", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names }) =>
      Effect.gen(function* () {
        const { writeSoon } = yield* Database
        const syncCount = countSyncs()
        const fork = Effect.runForkWith(yield* Effect.context())
        const joining = Effect.sync(() => fork(writeSoon(insert("soon"))))
        yield* write(Effect.andThen(insert("first"), joining))
        yield* until(() => syncCount() === 2)
        assert.deepStrictEqual([yield* names, syncCount()], [["first", "soon"], 2])
      })
    )
  )

  it.live("are brought onto it before the database is closed", () => {
    const syncCount = countSyncs()
    return Effect.gen(function* () {
      yield* withTable(join(directory(), "test.db"), ({ insert }) =>
        Effect.gen(function* () {
          const { writeSoon } = yield* Database
          yield* writeSoon(insert("last"))
          assert.strictEqual(syncCount(), 1)
        })
      )
      assert.strictEqual(syncCount(), 2)
    })
  })

  it.live("do not take along a write that comes while their group runs", () =>
    withTable(join(directory(), "test.db"), ({ insert, write, names }) =>
      Effect.gen(function* () {
        const { writeSoon } = yield* Database
        const syncCount = countSyncs()
        let late: Fiber.Fiber<unknown, unknown> | undefined
        const services = yield* Effect.context()
        const joining = Effect.sync(() => {
          late = Effect.runForkWith(services)(write(insert("late")))
        })
        // The first write is committed on its own.
        yield* atOnce([
          writeSoon(insert("first")),
          writeSoon(Effect.andThen(insert("second"), joining)),
          writeSoon(insert("third"))
        ])
        assert.strictEqual(syncCount(), 0)
        assert.isDefined(late)
        yield* Fiber.join(late)
        assert.strictEqual(syncCount(), 1)
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

  it.live("leaves nothing if it fails, and waits for another program that holds the file", () =>
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

  it.live("is every write to a file that is worth nothing after a power failure", () => {
    const syncCount = countSyncs()
    return withTable(
      join(directory(), "test.db"),
      ({ sql, insert, write, names }) =>
        Effect.gen(function* () {
          const { writeSoon } = yield* Database
          yield* write(insert("a"))
          yield* writeSoon(insert("b"))
          yield* sql.withTransaction(insert("c"))
          yield* insert("d")
          assert.deepStrictEqual(yield* names, ["a", "b", "c", "d"])
          assert.strictEqual(syncCount(), 0)
        }),
      { isSynced: false }
    )
  })
})
