/** How what is received is kept at first: in SQLite's file by a journal beside it, anywhere else by statements at once. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"

import { deliveriesOf } from "../../storage/places.ts"
import * as ByJournal from "./by-journal.ts"
import * as ByStatement from "./by-statement.ts"
import type { NewRow } from "./rows.ts"

/** Told that it is kept, or with what kept it from that. */
export type Finish = (problem?: StorageError) => void

export interface Receiving {
  /** Takes rows until its scope ends; those that came before are then finished. */
  readonly open: Effect.Effect<void, StorageError, Scope.Scope>
  /** Takes no fiber: deliveries come in bursts. */
  readonly add: (row: NewRow, finish: Finish) => void
  /** Moves a few rows into the inbox that are not there yet; how many. */
  readonly move: Effect.Effect<number, StorageError>
  /** Moves all that were added before. */
  readonly moveAll: Effect.Effect<void, StorageError>
  /** How many bytes were added and are not moved yet. */
  readonly unreadBytes: () => number
  /** Leaves nothing behind of what was moved, once it is. */
  readonly tidy: Effect.Effect<void>
}

/** `undefined` for a database in memory. */
const fileOf = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly file: string | null }>`PRAGMA database_list`, ([main]) => main?.file || undefined)

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { dialect } = yield* Database
  const filename = dialect === "sqlite" ? yield* Effect.orDie(fileOf(sql)) : undefined
  return yield* filename === undefined ? ByStatement.make : ByJournal.make(deliveriesOf(filename))
})
