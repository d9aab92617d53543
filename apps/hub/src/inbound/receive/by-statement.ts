/** Groups of rows by one statement each, on the database's own connections. Where it fails, each row has its own. */
import { Database } from "@inlay/sql-stores/Database"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import type { WriteGroup } from "./groups.ts"
import { columnsOf, type NewRow } from "./rows.ts"

export const make = Effect.map(
  Effect.all([SqlClient.SqlClient, Database]),
  ([sql, { write }]): WriteGroup<NewRow> =>
    (rows) => {
      const insert = (some: Arr.NonEmptyReadonlyArray<NewRow>) =>
        write(sql`INSERT INTO inbox ${sql.insert(Arr.map(some, columnsOf))} ON CONFLICT (hook, digest) DO NOTHING`)
      const alone = (row: NewRow) =>
        Effect.match(insert([row]), { onFailure: (error) => error, onSuccess: () => undefined })
      return insert(rows).pipe(
        Effect.as([]),
        Effect.catch((error) => (rows.length === 1 ? Effect.fail(error) : Effect.forEach(rows, alone)))
      )
    }
)
