/** Reads a step's input: JSON text, standard input (`-`), or a file (`@path`). */
import { readFile, stat } from "node:fs/promises"

import { isDeeperThan } from "@inlay/core-http/json-depth"
import { isJsonObject } from "@inlay/core-http/json-object"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

import { codeOf } from "../../error-code.ts"
import { filePath } from "../../file-path.ts"
import { wrongField } from "../../hub-error.ts"
import { findBreak } from "../../terminal/json-text.ts"
import { decodeText } from "../../text-encoding.ts"

/** Input that cannot be used. `text` is set if it is not valid JSON. */
export class BadInput extends Data.TaggedError("BadInput")<{
  readonly error: ProviderError
  readonly text?: string
}> {}

const bad = (message: string, text?: string) =>
  new BadInput({ error: wrongField("run", "input", message), ...(text !== undefined && { text }) })

const MEGABYTE = 1024 * 1024
/** The largest input: fits the code host's largest file as base64 in JSON. */
const MAX_MEGABYTES = 150

const tooLarge = (what: string) => bad(`is too large: ${what} exceeds the limit of ${MAX_MEGABYTES} MB`)

const standardInput: Effect.Effect<Uint8Array, BadInput> = Effect.callback((resume) => {
  const { stdin } = process
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  stdin.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes <= MAX_MEGABYTES * MEGABYTE) chunks.push(chunk)
    else {
      stdin.destroy()
      resume(Effect.fail(tooLarge("standard input")))
    }
  })
  stdin.on("end", () => resume(Effect.sync(() => Buffer.concat(chunks))))
  stdin.on("error", () => resume(Effect.fail(bad("cannot be read from standard input"))))
})

const file = (written: string): Effect.Effect<Uint8Array, BadInput> => {
  // At full length: if the text were truncated before it is redacted, part of a secret could be shown.
  const name = `the file ${ProviderText.line(written, written.length)}`
  const path = filePath(written)
  const unreadable = (cause: unknown) => {
    const code = codeOf(cause)
    return bad(`names ${name}, which cannot be read${code === "" ? "" : ` (${code})`}`)
  }
  return Effect.tryPromise({ try: () => stat(path), catch: unreadable }).pipe(
    Effect.flatMap(({ size }) =>
      size > MAX_MEGABYTES * MEGABYTE
        ? Effect.fail(tooLarge(name))
        : Effect.tryPromise({ try: (signal) => readFile(path, { signal }), catch: unreadable })
    )
  )
}

const decoded = (decode: () => string): Effect.Effect<string, BadInput> =>
  Effect.try({ try: decode, catch: () => bad("is not UTF-8 text") })

const jsonText = (bytes: Uint8Array): Effect.Effect<string, BadInput> => decoded(() => decodeText(bytes))

const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  return typeof value === "string" ? "a text" : `a ${typeof value}`
}

/** The maximum nesting depth of a value, because later steps process it recursively. */
export const MAX_DEPTH = 200

/** Parses a JSON object, or fails with where and why the text is not one. */
const parse = Effect.fnUntraced(function* (text: string) {
  if (text.trim() === "") return yield* bad('is empty; give a JSON object such as {"field": "value"}')
  const value = yield* Effect.try({
    try: () => JSON.parse(text) as unknown,
    catch: () => {
      const at = findBreak(text)
      const place = at === undefined ? "" : ` at line ${at.line}, column ${at.column}: ${at.problem}`
      return bad(`is not JSON${place}`, text)
    }
  })
  if (isDeeperThan(MAX_DEPTH, value)) return yield* bad(`nests deeper than ${MAX_DEPTH} levels`)
  return isJsonObject(value) ? value : yield* bad(`must be a JSON object, not ${kindOf(value)}`)
})

/** Reads a file as text, complete with a byte order mark. UTF-16 is refused: as UTF-8, the file would be another one. */
export const readText = (path: string): Effect.Effect<string, BadInput> =>
  Effect.flatMap(file(path), (bytes) =>
    decoded(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))
  )

export const read = Effect.fnUntraced(function* (source: string) {
  if (source === "-") return yield* parse(yield* jsonText(yield* standardInput))
  return yield* parse(source.startsWith("@") ? yield* jsonText(yield* file(source.slice(1))) : source)
})
