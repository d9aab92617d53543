import { crc32, inflateRawSync } from "node:zlib"

import { expect, it } from "vitest"

import { zip } from "./zip.ts"

const entries = [
  { path: "b/two.txt", data: Buffer.from("two ".repeat(1000)) },
  { path: "a.txt", data: Buffer.from("one") },
  { path: "ä.txt", data: Buffer.alloc(0) }
]

/** Reads the archive from its end, as programs do: first the directory, then each file at the offset that it gives. */
const unzip = (archive: Buffer): ReadonlyArray<readonly [path: string, text: string]> => {
  const end = archive.lastIndexOf(Buffer.from("PK\u0005\u0006"))
  let at = archive.readUInt32LE(end + 16)
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    expect(archive.toString("latin1", at, at + 4)).toBe("PK\u0001\u0002")
    const [crc, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset))
    const nameLength = archive.readUInt16LE(at + 28)
    const local = archive.readUInt32LE(at + 42)
    const path = archive.toString("utf8", at + 46, at + 46 + nameLength)
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    expect(archive.toString("latin1", local, local + 4)).toBe("PK\u0003\u0004")
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const data = inflateRawSync(archive.subarray(start, start + (packed ?? 0)))
    expect([data.length, crc32(data)], path).toEqual([size, crc])
    return [path, data.toString()] as const
  })
}

it("is the same for the same files in any order", () => {
  expect(zip(entries).equals(zip(entries.toReversed()))).toBe(true)
  expect(zip(entries).equals(zip([{ path: "a.txt", data: Buffer.from("One") }]))).toBe(false)
})

it("contains every file unchanged, sorted by name", () => {
  expect(unzip(zip(entries))).toEqual([
    ["a.txt", "one"],
    ["b/two.txt", "two ".repeat(1000)],
    ["ä.txt", ""]
  ])
})
