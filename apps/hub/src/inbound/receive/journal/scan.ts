/**
 * Scans a journal file from an offset for records and damaged bytes, and finds the records behind damage. A truncated
 * last record is skipped: its writer was killed before it could answer for it.
 */
import type { FileHandle } from "node:fs/promises"

import type { NewRow } from "../receiving.ts"
import type { JournalFile } from "./files.ts"
import { HEADER_BYTES, readHeader, readRecord } from "./record.ts"

/** The bytes of a file from `at` up to `end`. They are damaged if there is no row. */
export interface Piece {
  readonly at: number
  readonly end: number
  /** Its body is valid until the buffer is reused. */
  readonly row: NewRow | undefined
}

/** How many bytes are read at once; a record may be longer. */
export const WINDOW_BYTES = 1_048_576

/** Fills the buffer from a file offset. Returns fewer bytes if the file ends earlier. */
export const readAt = async (handle: FileHandle, buffer: Buffer, at: number): Promise<Buffer> => {
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, at + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}

/** Finds the next header at or after an offset. */
const findHeader = async (handle: FileHandle, { marker, end }: JournalFile, from: number, buffer: Buffer) => {
  for (let at = from; at + HEADER_BYTES <= end;) {
    const bytes = await readAt(handle, buffer.subarray(0, Math.min(buffer.length, end - at)), at)
    for (let offset = bytes.indexOf(marker); offset !== -1; offset = bytes.indexOf(marker, offset + 1)) {
      if (readHeader(bytes, offset, marker, at + offset) !== undefined) return at + offset
    }
    if (bytes.length < HEADER_BYTES) return undefined
    // A header may start in one window and end in the next.
    at += bytes.length - HEADER_BYTES + 1
  }
  return undefined
}

/**
 * The pieces from an offset that fit into one window, at least one. Returns none if nothing follows, or only a
 * truncated record.
 */
export const readPieces = async (
  handle: FileHandle,
  file: JournalFile,
  from: number,
  buffer: Buffer
): Promise<ReadonlyArray<Piece>> => {
  const { marker, end: fileEnd } = file
  const bytes = await readAt(handle, buffer.subarray(0, Math.min(buffer.length, fileEnd - from)), from)
  const pieces: Array<Piece> = []
  for (let offset = 0; from + offset < fileEnd;) {
    const at = from + offset
    const header = readHeader(bytes, offset, marker, at)
    if (header === undefined) {
      if (pieces.length > 0 || fileEnd - at < HEADER_BYTES) return pieces
      const end = (await findHeader(handle, file, at + 1, buffer)) ?? fileEnd
      return [{ at, end, row: undefined }]
    }
    const end = at + header.bytes
    if (end > fileEnd) return pieces
    if (offset + header.bytes > bytes.length) {
      if (pieces.length > 0) return pieces
      const record = await readAt(handle, Buffer.allocUnsafeSlow(header.bytes), at)
      return [{ at, end, row: record.length === header.bytes ? readRecord(record, header) : undefined }]
    }
    pieces.push({ at, end, row: readRecord(bytes.subarray(offset, offset + header.bytes), header) })
    offset += header.bytes
  }
  return pieces
}

/** Counts the records that start between an offset and the end of a file, without reading their bodies. */
export const countRecords = async (handle: FileHandle, file: JournalFile, from: number): Promise<number> => {
  const { marker, end } = file
  const buffer = Buffer.allocUnsafe(WINDOW_BYTES)
  let count = 0
  for (let at: number | undefined = from; at !== undefined && at + HEADER_BYTES <= end;) {
    const bytes = await readAt(handle, buffer.subarray(0, HEADER_BYTES), at)
    const header = readHeader(bytes, 0, marker, at)
    if (header === undefined) {
      at = await findHeader(handle, file, at + 1, buffer)
    } else {
      at += header.bytes
      if (at <= end) count += 1
    }
  }
  return count
}
