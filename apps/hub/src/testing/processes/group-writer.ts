/**
 * A test program that writes numbered rows without end: `node group-writer.ts FILE AT-ONCE METHOD` prints each number
 * once its write was acknowledged. METHOD is `write` or `writeSoon`.
 */
import { writeSync } from "node:fs"

import { Database } from "@inlay/sql-stores/Database"
import * as Sqlite from "@inlay/sql-stores/sqlite/Sqlite"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

const [filename = "", atOnce = "1", method] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const sql = yield* SqlClient
  const database = yield* Database
  const write = method === "writeSoon" ? database.writeSoon : database.write
  yield* sql`CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY) STRICT`
  let n = 0
  const writer = Effect.forever(
    Effect.suspend(() => {
      const own = ++n
      return Effect.map(write(sql`INSERT INTO t VALUES (${own})`), () => writeSync(1, `${own}\n`))
    })
  )
  yield* Effect.all(
    Array.from({ length: Number(atOnce) }, () => writer),
    { concurrency: "unbounded" }
  )
})

await Effect.runPromise(Effect.provide(program, Sqlite.layer({ filename })))
