/**
 * Reads files that were truncated or damaged anywhere: every intact record is found, and none that was never written.
 */
import { truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { beforeEach, describe, expect, it } from "vitest"

import { newRow, piecesOf } from "../../../testing/events/journal.ts"
import { temporaryDirectories } from "../../../testing/temporary.ts"
import type { NewRow } from "../receiving.ts"
import { openToRead, type JournalFile } from "./files.ts"
import { encodeHead, HEADER_BYTES } from "./record.ts"
import { countRecords } from "./scan.ts"

const directory = temporaryDirectories()
const marker = Buffer.from("0123456789abcdef", "hex")

let file: JournalFile
beforeEach(() => {
  const path = join(directory(), "journal")
  file = { number: 1, path, marker, end: 0, isOpen: false }
})

const encoded = (rows: ReadonlyArray<NewRow>): Buffer => {
  let bytes = Buffer.alloc(0)
  for (const row of rows) bytes = Buffer.concat([bytes, encodeHead(row, marker, bytes.length), row.body])
  return bytes
}

const write = (bytes: Buffer) => {
  writeFileSync(file.path, bytes)
  file.end = bytes.length
}

/** Bodies as text, because comparing buffers byte by byte takes most of the time. */
const readable = (rows: ReadonlyArray<NewRow | undefined>) =>
  rows.map((row) => row && { ...row, body: Buffer.from(row.body).toString("latin1") })

const rowsOf = async (windowBytes?: number) => readable((await piecesOf(file, 0, windowBytes)).map(({ row }) => row))

const count = async () => {
  await using handle = await openToRead(file)
  return await countRecords(handle, file, 0)
}

describe("a journal's file", () => {
  it("gives what was written, however much of it is read at once", async () => {
    const rows = [newRow(1), newRow(2, 0), newRow(3, 5_000), newRow(4)]
    write(encoded(rows))
    for (const windowBytes of [HEADER_BYTES, 64, 300, 1_000, 1_048_576]) {
      expect(await rowsOf(windowBytes)).toEqual(readable(rows))
    }
    expect(await count()).toBe(4)
  })

  it("that was cut off at any byte of its last record gives all before it, and nothing is damaged", async () => {
    const rows = [newRow(1), newRow(2), newRow(3)]
    const whole = encoded(rows)
    const before = encoded(rows.slice(0, 2)).length
    write(whole)
    for (let end = whole.length - 1; end >= before; end--) {
      truncateSync(file.path, end)
      file.end = end
      expect(await rowsOf()).toEqual(readable(rows.slice(0, 2)))
      expect(await rowsOf(64)).toEqual(readable(rows.slice(0, 2)))
      expect(await count()).toBe(2)
    }
  })

  it("in which any byte is another one loses the record of that byte alone, and gives it as damaged", async () => {
    const rows = [newRow(1, 60), newRow(2, 60), newRow(3, 60)]
    const whole = encoded(rows)
    const ends = rows.map((_, index) => encoded(rows.slice(0, index + 1)).length)
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
      write(bytes)
      const damaged = ends.findIndex((end) => at < end)
      const expected = readable(rows.map((row, index) => (index === damaged ? undefined : row)))
      expect([at, await rowsOf()]).toEqual([at, expected])
      expect([at, await rowsOf(96)]).toEqual([at, expected])
      const pieces = await piecesOf(file)
      expect(pieces.map(({ end }) => end)).toEqual(ends)
    }
  })

  it("gives no record that stands in a body, or at another place than where it was written", async () => {
    const inner = encoded([newRow(7)])
    const outer: NewRow = { ...newRow(1), body: inner }
    const bytes = encoded([outer, newRow(2)])
    // The header of the outer record is damaged. What looks like a record inside its body belongs to another offset.
    bytes[3] = (bytes[3] ?? 0) ^ 255
    write(bytes)
    expect((await rowsOf()).map((row) => row?.receivedMillis)).toEqual([undefined, 1_002])
  })

  it("with a lot of damage gives what stands behind it", async () => {
    const last = newRow(1)
    const junk = Buffer.alloc(10_000, marker)
    write(Buffer.concat([junk, encodeHead(last, marker, junk.length), last.body]))
    for (const windowBytes of [HEADER_BYTES, 512, 1_048_576])
      expect(await rowsOf(windowBytes)).toEqual(readable([undefined, last]))
    write(junk)
    expect(await rowsOf()).toEqual([undefined])
  })
})
