/**
 * Inserts groups of rows with one statement each, on the database's own connections. If a group is rejected, its rows
 * are inserted one by one.
 */
import { StorageError } from "@inlay/core-http/StorageError"
import * as CallEnd from "@inlay/sql-stores/call-end"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { again, concernsEveryWrite, isLost } from "../../storage/postgres/connection.ts"
import * as Groups from "./groups.ts"
import { columnsOf, type NewRow, type Receiving } from "./receiving.ts"

/** Services wait 10 s for an answer, and a row may wait for the group before its own. */
const LONGEST_WAIT = Duration.seconds(4)

const writeGroup = Effect.map(
  Effect.all([SqlClient.SqlClient, Database]),
  ([sql, { write }]): Groups.WriteGroup<NewRow> =>
    (rows) => {
      const insert = (some: Arr.NonEmptyReadonlyArray<NewRow>) =>
        write(sql`INSERT INTO inbox ${sql.insert(Arr.map(some, columnsOf))} ON CONFLICT (hook, digest) DO NOTHING`)
      const alone = (row: NewRow) =>
        Effect.match(insert([row]), { onFailure: (error) => error, onSuccess: () => undefined })
      return insert(rows).pipe(
        // A connection that was lost while idle is noticed only by the next user.
        again(sql, isLost),
        CallEnd.within(LONGEST_WAIT),
        Effect.as([]),
        Effect.catch((error) =>
          rows.length === 1 || concernsEveryWrite(error) ? Effect.fail(error) : Effect.forEach(rows, alone)
        )
      )
    }
)

export const make = Effect.gen(function* () {
  const insert = Groups.make(yield* writeGroup, ({ body }) => body.length)
  const runFork = Effect.runForkWith(yield* Effect.context())
  const receiving: Receiving = {
    open: Effect.void,
    add: (row, finish) =>
      void runFork(
        storeOperation("inbox.add", insert(row)).pipe(
          Effect.catchDefect((cause) => Effect.fail(new StorageError({ operation: "inbox.add", cause }))),
          Effect.match({ onFailure: finish, onSuccess: () => finish() })
        )
      ),
    move: Effect.succeed(0),
    moveAll: Effect.void,
    unreadBytes: () => 0,
    tidy: Effect.void
  }
  return receiving
})
