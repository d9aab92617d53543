/**
 * Inserts groups of rows with one statement each, on the database's own connections. If a group is rejected, its rows
 * are inserted one by one.
 */
import { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { isFull, isLost, isReadOnly } from "../../storage/postgres/connection.ts"
import * as Groups from "./groups.ts"
import type { Receiving } from "./receiving.ts"
import { columnsOf, type NewRow } from "./rows.ts"

/** Whether the database takes no row at all at the moment, such as after a failover. Each row alone would wait as long. */
const concernsEveryRow = (error: SqlError): boolean => error.isRetryable || isReadOnly(error) || isFull(error)

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
        Effect.retry({ times: 1, while: isLost }),
        Effect.as([]),
        Effect.catch((error) =>
          rows.length === 1 || concernsEveryRow(error) ? Effect.fail(error) : Effect.forEach(rows, alone)
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
