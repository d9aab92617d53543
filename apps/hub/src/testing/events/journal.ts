/** Helpers for tests of the journal: rows to write, and the complete contents of a directory's files. */
import { randomBytes } from "node:crypto"

import { listFiles, openToRead, type JournalFile } from "../../inbound/receive/journal/files.ts"
import { readPieces, WINDOW_BYTES, type Piece } from "../../inbound/receive/journal/scan.ts"
import type * as Writer from "../../inbound/receive/journal/Writer.ts"
import type { NewRow } from "../../inbound/receive/receiving.ts"

/** A row with a body unique to its number. */
export const newRow = (number: number, bodyBytes = 200): NewRow => ({
  hook: "hook",
  headers: JSON.stringify({ "x-number": `${number} ü` }),
  source: "webhook",
  receivedMillis: 1_000 + number,
  body: Buffer.concat([Buffer.from(`${number} `), randomBytes(bodyBytes)])
})

/** Adds rows at once and returns those that were written. */
export const addAll = async (writer: Writer.Writer, rows: ReadonlyArray<NewRow>): Promise<ReadonlyArray<NewRow>> => {
  const all = rows.map(
    (row) =>
      new Promise<ReadonlyArray<NewRow>>((resolve) =>
        writer.add(row, (problem) => resolve(problem === undefined ? [row] : []))
      )
  )
  return (await Promise.all(all)).flat()
}

/** A copy of a row that shares no memory with the buffer it was read from. */
const copyOf = (row: NewRow): NewRow => ({ ...row, body: Buffer.from(row.body) })

/**
 * The pieces of a file from an offset.
 * @param windowBytes how much is read at once
 */
export const piecesOf = async (
  file: JournalFile,
  from = 0,
  windowBytes = WINDOW_BYTES
): Promise<ReadonlyArray<Piece>> => {
  await using handle = await openToRead(file)
  const buffer = Buffer.alloc(windowBytes)
  const all: Array<Piece> = []
  for (let at = from; ;) {
    const pieces = await readPieces(handle, file, at, buffer)
    all.push(...pieces.map((piece) => ({ ...piece, row: piece.row && copyOf(piece.row) })))
    const last = pieces.at(-1)
    if (last === undefined) return all
    at = last.end
  }
}

/** All rows of all files, in order. */
export const rowsIn = async (directory: string): Promise<ReadonlyArray<NewRow>> =>
  (await Promise.all(listFiles(directory).map((file) => piecesOf(file)))).flat().flatMap(({ row }) => row ?? [])
