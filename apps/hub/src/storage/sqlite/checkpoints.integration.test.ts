import { statSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Checkpoints from "@inlay/sql-stores/sqlite/Checkpoints"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { withTable } from "../../testing/table.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()

const MEGABYTE = 1_048_576
const long = (name: number) => `${name} ${"x".repeat(MEGABYTE)}`

describe("the log of a database that is written to", () => {
  it.live("is copied into the file by a thread once it is long, and by no commit", () =>
    withTable(
      join(directory(), "test.db"),
      ({ sql, insert, write, filename }) =>
        Effect.gen(function* () {
          const [limit] = yield* sql<{ wal_autocheckpoint: number }>`PRAGMA wal_autocheckpoint`
          assert.isAbove(limit?.wal_autocheckpoint ?? 0, 60_000)
          yield* write(insert(long(1)))
          assert.isBelow(statSync(filename).size, MEGABYTE)
          // Each row is in the log twice: in the table and in its index.
          for (const n of [2, 3]) yield* write(insert(long(n)))
          yield* Effect.repeat(Effect.sleep("5 millis"), {
            until: () => statSync(filename).size > 3 * MEGABYTE,
            times: 1000
          })
          assert.isAbove(statSync(filename).size, 3 * MEGABYTE)
        }),
      { checkpoints: Checkpoints.make }
    )
  )

  it.live("restarts in the middle of a burst, and does not grow for as long as that lasts", () =>
    withTable(
      join(directory(), "test.db"),
      ({ insert, write, filename }) =>
        Effect.gen(function* () {
          for (let n = 0; n < 120; n += 1) yield* write(insert(long(n)))
          assert.isBelow(statSync(`${filename}-wal`).size, 160 * MEGABYTE)
        }),
      // While the log restarts, writes wait for as long as the machine needs to copy a hundred megabytes.
      { checkpoints: Checkpoints.make, busyTimeout: Duration.seconds(20) }
    )
  )
})
