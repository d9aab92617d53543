/**
 * The record format of journal files: a header of fixed length, metadata, and the body as received. Nothing is trusted
 * unless a checksum covers it, lengths in particular. Each file has a random marker, which its name contains: no body
 * can forge the start of a record, so the next record can be found behind damage.
 */
import { crc32 } from "node:zlib"

import type { NewRow } from "../receiving.ts"

export const MARKER_BYTES = 8
/**
 * The marker, followed by five 4-byte integers: offset in the file, metadata length, body length, checksum of metadata
 * and body, checksum of the header.
 */
export const HEADER_BYTES = MARKER_BYTES + 20
const HEADER_CHECKSUM_AT = HEADER_BYTES - 4

export interface Header {
  readonly metaBytes: number
  /** Length of header, metadata and body. */
  readonly bytes: number
  readonly checksum: number
}

const metaOf = ({ hook, source, receivedMillis, headers }: NewRow): string =>
  `${hook}\n${source}\n${receivedMillis}\n${headers}`

/** The approximate size of the record. */
export const bytesOf = ({ headers, body }: NewRow): number => HEADER_BYTES + 128 + headers.length + body.length

/** Encodes what is written at a file offset before the body: header and metadata. */
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
 * Parses the header of a record. Returns undefined if no record starts there.
 * @param bytes a part of a file
 * @param offset the offset in `bytes`
 * @param at the same place as an offset in the file
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

/**
 * Parses a record. Returns undefined if it is damaged. The row's body shares memory with `record`.
 * @param record all the bytes that the header names
 */
export const readRecord = (record: Buffer, { metaBytes, checksum }: Header): NewRow | undefined => {
  const rest = record.subarray(HEADER_BYTES)
  if (crc32(rest) !== checksum) return undefined
  const [hook, source, receivedMillis, headers] = rest.toString("utf8", 0, metaBytes).split("\n")
  if (hook === undefined || source === undefined || headers === undefined) return undefined
  return { hook, source, receivedMillis: Number(receivedMillis), headers, body: rest.subarray(metaBytes) }
}
