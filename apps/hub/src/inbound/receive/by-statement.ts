/**
 * Inserts groups of rows with one statement each, on the database's own connections. If a group is rejected, its rows
 * are inserted one by one.
 */
import { StorageError } from "@inlay/core-http/StorageError"
import * as CallEnd from "@inlay/sql-stores/call-end"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { again, concernsEveryWrite, isLost } from "../../storage/postgres/connection.ts"
import * as Groups from "./groups.ts"
import { columnsOf, type NewRow, type Receiving } from "./receiving.ts"

/** Services wait 10 s for an answer, and a row may wait for the group before its own. */
const LONGEST_WAIT = Duration.seconds(4)
/** Other writers wait for a group. */
const MAX_ROWS = 64

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write } = yield* Database
  const run = Effect.runPromiseWith(yield* Effect.context())

  const insert = (rows: ReadonlyArray<NewRow>): Effect.Effect<unknown, SqlError> => {
    const [first, ...others] = rows.map(columnsOf)
    if (first === undefined) return Effect.void
    return write(sql`INSERT INTO inbox ${sql.insert([first, ...others])} ON CONFLICT (hook, digest) DO NOTHING`)
  }
  /** Why the rows could not be inserted; undefined if they were. */
  const problemOf = (inserting: Effect.Effect<unknown, SqlError>) =>
    storeOperation("inbox.add", inserting).pipe(
      Effect.as(undefined),
      // Also if it is interrupted, as by a pool that closes.
      Effect.catchCause((cause) => {
        const error = Cause.squash(cause)
        return Effect.succeed(
          error instanceof StorageError ? error : new StorageError({ operation: "inbox.add", cause: error })
        )
      })
    )
  const insertGroup = Effect.fnUntraced(function* (rows: ReadonlyArray<NewRow>) {
    // A connection that was lost while idle is noticed only by the next user.
    const problem = yield* problemOf(insert(rows).pipe(again(sql, isLost), CallEnd.within(LONGEST_WAIT)))
    return problem === undefined || rows.length === 1 || concernsEveryWrite(problem)
      ? rows.map(() => problem)
      : yield* Effect.forEach(rows, (row) => problemOf(insert([row])))
  })

  const { add } = Groups.make({
    write: (rows: ReadonlyArray<NewRow>) => run(insertGroup(rows)),
    bytesOf: ({ body }) => body.length,
    maxRows: MAX_ROWS
  })

  const receiving: Receiving = {
    open: Effect.void,
    add,
    move: Effect.succeed(0),
    moveAll: Effect.void,
    unreadBytes: () => 0,
    tidy: Effect.void
  }
  return receiving
})
