/** Which deliveries the writer reports as written if the disk is full, fails or is slow. */
import { readdirSync, statSync } from "node:fs"

import { describe, expect, it } from "vitest"

import { addAll, newRow, rowsIn } from "../../../testing/events/journal.ts"
import { temporaryDirectories } from "../../../testing/temporary.ts"
import { createFile, listFiles, type JournalFile } from "./files.ts"
import * as Writer from "./Writer.ts"

const directories = temporaryDirectories()
const rowsFrom = (first: number, count: number, bodyBytes?: number) =>
  Array.from({ length: count }, (_, index) => newRow(first + index, bodyBytes))

/** How the disk behaves at the next call of each kind. */
interface Faults {
  write?: "fails" | "half"
  sync?: "fails"
  truncate?: "fails"
  create?: "fails"
  close?: "fails"
}

const error = (code: string) => Object.assign(new Error(`${code}: of the test`), { code })

/** A writer whose disk fails on demand. */
const writerIn = (directory: string, options: Partial<Writer.Options> = {}) => {
  const faults: Faults = {}
  const files: Array<JournalFile> = []
  const calls = { writes: 0, syncs: 0 }
  const create: NonNullable<Writer.Options["create"]> = async (at, number) => {
    if (faults.create === "fails") throw error("ENOSPC")
    const { file, handle } = await createFile(at, number)
    const failing: Writer.Handle = {
      writev: async (buffers, position) => {
        calls.writes += 1
        if (faults.write === "fails") throw error("EIO")
        if (faults.write !== "half") return handle.writev([...buffers], position)
        const half = Buffer.concat(buffers)
        return handle.write(half.subarray(0, half.length / 2), 0, undefined, position)
      },
      datasync: () => {
        calls.syncs += 1
        return faults.sync === "fails" ? Promise.reject(error("EIO")) : handle.datasync()
      },
      truncate: (length) => (faults.truncate === "fails" ? Promise.reject(error("EIO")) : handle.truncate(length)),
      close: async () => {
        await handle.close()
        if (faults.close === "fails") throw error("EIO")
      }
    }
    return { file, handle: failing }
  }
  const writer = Writer.make({
    directory,
    firstNumber: 1,
    begun: (file) => void files.push(file),
    create,
    ...options
  })
  return { writer, faults, files, calls }
}

describe("a journal's writer", () => {
  it("writes simultaneous rows with one write and one sync, into files that only the owner can read", async () => {
    const at = directories()
    const { writer, calls } = writerIn(`${at}/deliveries`)
    const rows = rowsFrom(0, 40)
    expect(await addAll(writer, rows)).toEqual(rows)
    expect(calls).toEqual({ writes: 1, syncs: 1 })
    expect(await rowsIn(`${at}/deliveries`)).toEqual(rows)
    expect(statSync(`${at}/deliveries`).mode & 0o777).toBe(0o700)
    for (const { path } of listFiles(`${at}/deliveries`)) expect(statSync(path).mode & 0o777).toBe(0o600)
    await writer.close()
  })

  it("begins another file if one is long enough, and writes rows longer than a group", async () => {
    const at = directories()
    const { writer, files } = writerIn(at, { fileBytes: 10_000 })
    const rows = rowsFrom(0, 30, 1_000)
    for (const row of rows) expect(await addAll(writer, [row])).toEqual([row])
    const long = [newRow(30, 5_000_000), newRow(31, 3_000_000), newRow(32, 3_000_000)]
    expect(await addAll(writer, long)).toEqual(long)
    expect(files.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(files.map(({ isOpen }) => isOpen)).toEqual([false, false, false, false, false, true])
    expect(await rowsIn(at)).toEqual([...rows, ...long])
    await writer.close()
    expect(files.at(-1)?.isOpen).toBe(false)
  })

  it.each(["fails", "half"] as const)("if a write %s, cuts off what it left and continues", async (fault) => {
    const at = directories()
    const { writer, faults, files } = writerIn(at)
    const [first, second, third] = [rowsFrom(0, 5), rowsFrom(5, 5), rowsFrom(10, 5)]
    expect(await addAll(writer, first)).toEqual(first)
    faults.write = fault
    expect(await addAll(writer, second)).toEqual([])
    delete faults.write
    expect(await addAll(writer, third)).toEqual(third)
    expect(await rowsIn(at)).toEqual([...first, ...third])
    expect(files).toHaveLength(1)
    await writer.close()
  })

  it("if that cannot be cut off, leaves the file", async () => {
    const at = directories()
    const { writer, faults, files } = writerIn(at)
    const [first, second, third] = [rowsFrom(0, 5), rowsFrom(5, 5), rowsFrom(10, 5)]
    await addAll(writer, first)
    Object.assign(faults, { write: "half", truncate: "fails" } satisfies Faults)
    expect(await addAll(writer, second)).toEqual([])
    delete faults.write
    expect(await addAll(writer, third)).toEqual(third)
    expect(files.map(({ isOpen }) => isOpen)).toEqual([false, true])
    // Complete records of the second group may be read, but nothing may show up as damaged.
    const rows = await rowsIn(at)
    expect(rows.slice(0, 5)).toEqual(first)
    expect(rows.slice(-5)).toEqual(third)
    await writer.close()
  })

  it("never writes a file again that the disk did not take", async () => {
    const at = directories()
    const { writer, faults, files, calls } = writerIn(at)
    const [first, second, third] = [rowsFrom(0, 5), rowsFrom(5, 5), rowsFrom(10, 5)]
    await addAll(writer, first)
    const end = files[0]?.end
    faults.sync = "fails"
    expect(await addAll(writer, second)).toEqual([])
    delete faults.sync
    expect(await addAll(writer, third)).toEqual(third)
    expect(calls).toEqual({ writes: 3, syncs: 3 })
    expect(files.map(({ number, isOpen }) => ({ number, isOpen }))).toEqual([
      { number: 1, isOpen: false },
      { number: 2, isOpen: true }
    ])
    // The file may be read only as far as deliveries were acknowledged.
    expect(files[0]?.end).toBe(end)
    await writer.close()
  })

  it("refuses while no file can be created, and recovers by itself with a number that none had", async () => {
    const at = directories()
    const { writer, faults, files } = writerIn(at)
    faults.create = "fails"
    expect(await addAll(writer, rowsFrom(0, 3))).toEqual([])
    delete faults.create
    const rows = rowsFrom(3, 3)
    expect(await addAll(writer, rows)).toEqual(rows)
    expect(readdirSync(at)).toHaveLength(1)
    expect(files.map(({ number }) => number)).toEqual([2])
    await writer.close()
  })

  it("goes on with another file if one cannot be closed", async () => {
    const at = directories()
    const { writer, faults } = writerIn(at)
    const rows = rowsFrom(0, 2)
    faults.close = "fails"
    for (const row of rows) {
      expect(await addAll(writer, [row])).toEqual([row])
      await writer.rotate()
    }
    expect(await rowsIn(at)).toEqual(rows)
  })

  it("finishes what came before it was closed, and refuses what comes after", async () => {
    const at = directories()
    const { writer } = writerIn(at)
    const rows = rowsFrom(0, 3)
    const adding = addAll(writer, rows)
    const closing = writer.close()
    const late = addAll(writer, rowsFrom(3, 3))
    await closing
    expect(await rowsIn(at)).toEqual(rows)
    expect(await Promise.all([adding, late])).toEqual([rows, []])
  })
})
