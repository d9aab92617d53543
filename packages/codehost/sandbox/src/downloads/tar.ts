// Creates a gzipped tar file. Source: POSIX.1-2024, pax, "ustar interchange format".

import { gzipSync } from "node:zlib"

import type { ArchiveFile } from "./zip.ts"

const block = 512
/** Fixed modification time in Unix seconds, so that archives of the same files are identical. */
const modifiedSeconds = Date.parse("2026-10-01T09:00:00Z") / 1000

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`

const header = ({ content, mode, path }: ArchiveFile): Buffer => {
  const isLink = mode === "120000"
  const head = Buffer.alloc(block)
  head.write(path, 0, 100)
  head.write(octal(mode === "100755" ? 0o755 : 0o644, 7), 100)
  head.write(octal(0, 7), 108)
  head.write(octal(0, 7), 116)
  head.write(octal(isLink ? 0 : content.length, 11), 124)
  head.write(octal(modifiedSeconds, 11), 136)
  head.write("        ", 148)
  head.write(isLink ? "2" : "0", 156)
  if (isLink) head.write(content.toString("utf8"), 157, 100)
  head.write("ustar\x0000", 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  return head
}

export const tarGzOf = (files: ReadonlyArray<ArchiveFile>): Buffer =>
  gzipSync(
    Buffer.concat([
      ...files.flatMap((file) =>
        file.mode === "120000"
          ? [header(file)]
          : [header(file), file.content, Buffer.alloc((block - (file.content.length % block)) % block)]
      ),
      Buffer.alloc(2 * block)
    ])
  )
