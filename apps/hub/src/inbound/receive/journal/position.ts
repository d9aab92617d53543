/** The read position of a journal, as stored in the database. */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"

import type { Position } from "./files.ts"

interface Row {
  readonly file: number
  readonly file_offset: number
}

export const START: Position = { file: 0, offset: 0 }

export const readPosition = (sql: SqlClient) =>
  Effect.map(sql<Row>`SELECT file, file_offset FROM journal_position`, ([row]): Position =>
    row === undefined ? START : { file: row.file, offset: row.file_offset }
  )

export const writePosition = (sql: SqlClient, { file, offset }: Position) =>
  sql`INSERT INTO journal_position ${sql.insert({ id: 1, file, file_offset: offset })}
    ON CONFLICT (id) DO UPDATE SET file = excluded.file, file_offset = excluded.file_offset`
