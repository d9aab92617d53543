// Creates a zip file. Source: APPNOTE.TXT of PKWARE, sections 4.3.7 (local headers), 4.3.12 and 4.3.16.

import { crc32, deflateRawSync } from "node:zlib"

/** A file in an archive. `path` uses slashes. */
export interface ArchiveFile {
  readonly path: string
  readonly content: Buffer
  readonly mode?: "100755" | "120000"
}

const utf8Names = 0x0800
const deflateMethod = 8
/** 1 October 2026 at 9:00 in MS-DOS format. The time is fixed, so that archives of the same files are identical. */
const [time, date] = [9 << 11, ((2026 - 1980) << 9) | (10 << 5) | 1]

/** The 26 bytes that a local file header and a central directory entry have in common. */
const common = (name: Buffer, content: Buffer, data: Buffer): Buffer => {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(utf8Names, 2)
  head.writeUInt16LE(deflateMethod, 4)
  head.writeUInt16LE(time, 6)
  head.writeUInt16LE(date, 8)
  head.writeUInt32LE(crc32(content), 10)
  head.writeUInt32LE(data.length, 14)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt16LE(name.length, 22)
  return head
}

const signature = (text: string): Buffer => Buffer.from(`PK${text}`, "latin1")

/** Comment, disk number and attributes. Only the Unix file mode is set. */
const directoryTail = (mode: string | undefined, offset: number): Buffer => {
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE((Number.parseInt(mode ?? "100644", 8) << 16) >>> 0, 6)
  tail.writeUInt32LE(offset, 10)
  return tail
}

export const zipOf = (files: ReadonlyArray<ArchiveFile>): Buffer => {
  const local: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let offset = 0
  for (const { content, mode, path } of files) {
    const name = Buffer.from(path)
    const data = deflateRawSync(content)
    const head = common(name, content, data)
    const entry = Buffer.concat([signature("\x03\x04"), head, name, data])
    const unix = Buffer.from([20, 3])
    directory.push(Buffer.concat([signature("\x01\x02"), unix, head, directoryTail(mode, offset), name]))
    local.push(entry)
    offset += entry.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, central, signature("\x05\x06"), end])
}
