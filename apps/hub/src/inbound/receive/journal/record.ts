/**
 * A delivery as it stands in a journal's file: a header of fixed length, what came with the body, and the body as it came.
 * Nothing is believed that a checksum does not cover, lengths least of all. The marker is random for each file and stands in
 * its name: no body can hold the beginning of a record, so that the next one is found behind damage.
 */
import { crc32 } from "node:zlib"

import type { NewRow } from "../rows.ts"

export const MARKER_BYTES = 8
/** The marker, then as whole numbers of 4 bytes: place in the file, length of the rest's two parts, its checksum, the header's own. */
export const HEADER_BYTES = MARKER_BYTES + 20
const HEADER_CHECKSUM_AT = HEADER_BYTES - 4

export interface Header {
  readonly metaBytes: number
  /** Of header, meta and body. */
  readonly bytes: number
  readonly checksum: number
}

const metaOf = ({ hook, source, receivedMillis, headers }: NewRow): string =>
  `${hook}\n${source}\n${receivedMillis}\n${headers}`

/** About how many bytes it takes. */
export const bytesOf = ({ headers, body }: NewRow): number => HEADER_BYTES + 128 + headers.length + body.length

/** What is to be written at a place of a file: header and meta; the body follows as it is. */
export const encodeHead = (row: NewRow, marker: Buffer, at: number): Buffer => {
  const meta = metaOf(row)
  const head = Buffer.allocUnsafe(HEADER_BYTES + Buffer.byteLength(meta))
  head.write(meta, HEADER_BYTES)
  marker.copy(head)
  head.writeUInt32LE(at, MARKER_BYTES)
  head.writeUInt32LE(head.length - HEADER_BYTES, MARKER_BYTES + 4)
  head.writeUInt32LE(row.body.length, MARKER_BYTES + 8)
  head.writeUInt32LE(crc32(row.body, crc32(head.subarray(HEADER_BYTES))), MARKER_BYTES + 12)
  head.writeUInt32LE(crc32(head.subarray(0, HEADER_CHECKSUM_AT)), HEADER_CHECKSUM_AT)
  return head
}

/**
 * The header of a record; `undefined` where none begins.
 * @param bytes of a file
 * @param offset in those
 * @param at the same place, in the file
 */
export const readHeader = (bytes: Buffer, offset: number, marker: Buffer, at: number): Header | undefined => {
  if (offset + HEADER_BYTES > bytes.length || marker.compare(bytes, offset, offset + MARKER_BYTES) !== 0)
    return undefined
  const numbers = offset + MARKER_BYTES
  const own = crc32(bytes.subarray(offset, offset + HEADER_CHECKSUM_AT))
  if (bytes.readUInt32LE(offset + HEADER_CHECKSUM_AT) !== own || bytes.readUInt32LE(numbers) !== at) return undefined
  const metaBytes = bytes.readUInt32LE(numbers + 4)
  return {
    metaBytes,
    bytes: HEADER_BYTES + metaBytes + bytes.readUInt32LE(numbers + 8),
    checksum: bytes.readUInt32LE(numbers + 12)
  }
}

/** @param record whole, as its header says. `undefined` where it is damaged; its body is a part of those bytes */
export const readRecord = (record: Buffer, { metaBytes, checksum }: Header): NewRow | undefined => {
  const rest = record.subarray(HEADER_BYTES)
  if (crc32(rest) !== checksum) return undefined
  const [hook, source, receivedMillis, headers] = rest.toString("utf8", 0, metaBytes).split("\n")
  if (hook === undefined || source === undefined || headers === undefined) return undefined
  return { hook, source, receivedMillis: Number(receivedMillis), headers, body: rest.subarray(metaBytes) }
}
