/** Writes a zip whose bytes depend only on its files: sorted names, one fixed date, no owner, one compression level. */
import { crc32, deflateRawSync } from "node:zlib"

export interface ZipEntry {
  /** With `/` between folders. */
  readonly path: string
  readonly data: Uint8Array
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATE = 8
/** 1 January 1980, the earliest date of the format. */
const DATE = 0x0021
/** A regular file that everybody may read, in Unix notation; made on Unix. */
const MODE = (0o100644 << 16) >>> 0
const MADE_BY = (3 << 8) | VERSION
const BEST = 9

const fields = (...all: ReadonlyArray<readonly [bytes: 2 | 4, value: number]>): Buffer =>
  Buffer.concat(
    all.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      if (bytes === 2) field.writeUInt16LE(value)
      else field.writeUInt32LE(value)
      return field
    })
  )

/** https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT; at most 65,535 files and 4 GB. */
export const zip = (entries: ReadonlyArray<ZipEntry>): Buffer => {
  const local: Array<Buffer> = []
  const central: Array<Buffer> = []
  let offset = 0
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  for (const { path, data } of sorted) {
    const nameBytes = Buffer.from(path)
    const compressed = deflateRawSync(data, { level: BEST })
    const common = [
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, DEFLATE],
      [2, 0],
      [2, DATE],
      [4, crc32(data)],
      [4, compressed.length],
      [4, data.length],
      [2, nameBytes.length],
      [2, 0]
    ] as const
    const head = Buffer.concat([fields([4, LOCAL], ...common), nameBytes])
    central.push(
      fields([4, CENTRAL], [2, MADE_BY], ...common, [2, 0], [2, 0], [2, 0], [4, MODE], [4, offset]),
      nameBytes
    )
    local.push(head, compressed)
    offset += head.length + compressed.length
  }
  const directory = Buffer.concat(central)
  const count = sorted.length
  const end = fields([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0])
  return Buffer.concat([...local, directory, end])
}
