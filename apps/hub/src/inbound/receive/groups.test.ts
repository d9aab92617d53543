/** Which rows are written together, and what each hears of it. */
import { describe, expect, it } from "@effect/vitest"
import { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import * as ByStatement from "./by-statement.ts"
import * as Groups from "./groups.ts"
import type { NewRow } from "./receiving.ts"

const { all } = backends()

it.live("a group holds at most 64 rows, and no more bytes than may be in memory, unless one row has more", () =>
  Effect.gen(function* () {
    const groups: Array<number> = []
    const { add } = Groups.make<number, never>({
      write: (rows) => Promise.resolve((groups.push(rows.length), [])),
      bytesOf: (bytes) => bytes,
      maxRows: 64
    })
    const write = (row: number) => Effect.callback<void>((resume) => add(row, () => resume(Effect.void)))
    const writeAll = (rows: ReadonlyArray<number>) =>
      Effect.forEach(rows, write, { concurrency: "unbounded", discard: true })
    yield* writeAll(Array.from({ length: 100 }, () => 1))
    const third = Math.ceil(Groups.MAX_BYTES / 3)
    yield* writeAll([third, third, third, 2 * Groups.MAX_BYTES, 1])
    expect(groups).toEqual([64, 36, 2, 1, 1, 1])
  })
)

describe.each(all)("on $name", ({ stores }) => {
  it.live("a row that the database rejects fails by itself, and one that is there already is stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const receiving = yield* ByStatement.make
      const isAdded = (hook: string | null) =>
        Effect.callback<boolean>((resume) => {
          const row = { hook, headers: "{}", body: Buffer.from(String(hook)), source: "webhook", receivedMillis: 0 }
          receiving.add(row as NewRow, (problem) => resume(Effect.succeed(problem === undefined)))
        })
      const added = yield* Effect.forEach(["1", null, "2", "1"], isAdded, { concurrency: "unbounded" })
      expect(added).toEqual([true, false, true, true])
      expect(yield* sql`SELECT hook FROM inbox ORDER BY hook`).toEqual([{ hook: "1" }, { hook: "2" }])
    }).pipe(Effect.scoped, Effect.provide(stores()))
  )

  it.live("a row of a write that was interrupted, as by a pool that closes, fails, and later rows are stored", () =>
    Effect.gen(function* () {
      const { write, ...database } = yield* Database
      let isClosing = true
      const closing = {
        ...database,
        write: (...args) => (isClosing ? Effect.interrupt : write(...args))
      } as typeof Database.Service
      const receiving = yield* Effect.provideService(ByStatement.make, Database, closing)
      const problemOf = (hook: string) =>
        Effect.callback<unknown>((resume) => {
          const row = { hook, headers: "{}", body: Buffer.from(hook), source: "webhook", receivedMillis: 0 }
          receiving.add(row, (problem) => resume(Effect.succeed(problem)))
        })
      expect(yield* problemOf("1")).toBeInstanceOf(StorageError)
      isClosing = false
      expect(yield* problemOf("2")).toBeUndefined()
    }).pipe(Effect.scoped, Effect.provide(stores()))
  )
})
