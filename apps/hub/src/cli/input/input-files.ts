/** Reads files for commands from the file system, or from standard input. */
import { open } from "node:fs/promises"

import { InputFiles, type InputSource } from "@inlay/agent-plugin/InputFiles"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { codeOf } from "../../error-code.ts"
import { wrongField } from "../../hub-error.ts"
import { decodeText } from "../../text-encoding.ts"

const MAX_BYTES = 100_000_000

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a directory",
  EACCES: "this user may not read it",
  EPERM: "this user may not read it",
  EBUSY: "another program has it open"
}

const failure = ({ flag, path }: InputSource, why: string) =>
  wrongField("read", flag, `names ${path}, which cannot be read: ${why}`)

/** Reads everything, if it is not too long. */
const readAll = async (source: InputSource, chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw failure(source, `it is longer than ${MAX_BYTES / 1_000_000} MB`)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

const bytesOf = async (source: InputSource): Promise<Buffer> => {
  if (source.path === "-") return readAll(source, process.stdin)
  const handle = await open(source.path)
  try {
    if ((await handle.stat()).isDirectory()) throw failure(source, "it is a directory")
    return await readAll(source, handle.createReadStream({ autoClose: false }))
  } finally {
    await handle.close()
  }
}

const textOf = (source: InputSource, bytes: Buffer): string => {
  try {
    return decodeText(bytes, true)
  } catch {
    throw failure(source, "it is not UTF-8 text; save it as “CSV UTF-8”")
  }
}

export const layer = Layer.succeed(InputFiles, {
  read: (source) =>
    Effect.tryPromise({
      try: async () => textOf(source, await bytesOf(source)),
      catch: (cause) =>
        cause instanceof ProviderError ? cause : failure(source, WORDS[codeOf(cause)] ?? codeOf(cause))
    })
})
