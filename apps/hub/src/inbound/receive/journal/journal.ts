/** Opens the journal of a data directory where reading left off, or inspects it while no server reads it. */
import { DatabaseSync } from "node:sqlite"

import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { unusable } from "../../../storage/DataDirectory.ts"
import { look } from "../../../storage/ownership.ts"
import { databaseFile, deliveriesOf } from "../../../storage/paths.ts"
import { damagedFiles, deleteFile, listFiles, openToRead } from "./files.ts"
import { make as makeReader, readPosition, START, type Position } from "./Reader.ts"
import { countRecords } from "./scan.ts"

/**
 * Reads the journal until the scope ends.
 * @param deliveries the journal's directory
 */
export const resume = Effect.fnUntraced(function* (deliveries: string) {
  const position = yield* Effect.flatMap(SqlClient.SqlClient, (sql) =>
    storeOperation("deliveries.open", readPosition(sql))
  )
  const catching = unusable(`opening ${deliveries}`)
  const all = yield* Effect.try({ try: () => listFiles(deliveries), catch: catching })
  const isRead = ({ number }: { readonly number: number }) => number < position.file
  // A crash prevented their deletion.
  yield* Effect.tryPromise({ try: () => Promise.all(all.filter(isRead).map(deleteFile)), catch: catching })
  const files = all.filter((file) => !isRead(file))
  const reader = yield* makeReader(deliveries, files, position)
  return { files, reader, firstNumber: Math.max(position.file, ...all.map(({ number }) => number)) + 1 }
})

/** Reads the position. The database may be older than the journal feature. */
const positionIn = (database: string): Position => {
  if (look(database) === undefined) return START
  using file = new DatabaseSync(database, { readOnly: true, timeout: 1_000 })
  const hasTable = file.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'journal_position'").get() !== undefined
  const row = hasTable ? file.prepare("SELECT file, file_offset FROM journal_position").get() : undefined
  return row === undefined ? START : { file: Number(row["file"]), offset: Number(row["file_offset"]) }
}

const contentsOf = async (directory: string) => {
  const database = databaseFile(directory)
  const deliveries = deliveriesOf(database)
  const files = listFiles(deliveries)
  const position = files.length === 0 ? START : positionIn(database)
  let count = 0
  for (const file of files) {
    if (file.number < position.file) continue
    await using handle = await openToRead(file)
    count += await countRecords(handle, file, file.number === position.file ? position.offset : 0)
  }
  return {
    /** Deliveries that were answered but not processed. */
    unread: count,
    /** Files of bytes that could not be read. */
    damaged: damagedFiles(deliveries)
  }
}

/** What the journal of a data directory holds. Accurate only while no server reads it. */
export const lookInto = (directory: string) =>
  Effect.tryPromise({ try: () => contentsOf(directory), catch: unusable(`looking into ${directory}`) })
