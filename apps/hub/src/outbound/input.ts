/** A step's input as a command gives it: JSON text, standard input (`-`), or a file (`@path`). */
import { readFile } from "node:fs/promises"
import { buffer } from "node:stream/consumers"

import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { findBreak } from "../terminal/json-text.ts"

/** Input that cannot be used; `text` is what breaks as JSON. */
export class BadInput extends Data.TaggedError("BadInput")<{
  readonly error: ProviderError
  readonly text?: string
}> {}

const bad = (message: string, text?: string) =>
  new BadInput({ error: invalid("inlay", "run", [{ field: "input", message }]), ...(text !== undefined && { text }) })

const bytesOf = (source: string): Effect.Effect<Uint8Array, BadInput> => {
  if (source === "-") {
    return Effect.tryPromise({
      try: () => buffer(process.stdin),
      catch: () => bad("standard input cannot be read")
    })
  }
  const path = source.slice(1)
  return Effect.tryPromise({
    try: (signal) => readFile(path, { signal }),
    catch: (cause) => {
      const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : ""
      // In full: cut before it is redacted, what is left of a secret would be shown.
      return bad(`the file ${ProviderText.line(path, path.length)} cannot be read${code}`)
    }
  })
}

const decode = (bytes: Uint8Array): Effect.Effect<string, BadInput> =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => bad("is not UTF-8 text")
  })

const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  return typeof value === "string" ? "a text" : `a ${typeof value}`
}

/** The JSON object of a text, or where and why it is none. */
export const parse = (text: string): Result.Result<Readonly<Record<string, unknown>>, BadInput> => {
  if (text.trim() === "") return Result.fail(bad('is empty; give a JSON object such as {"field": "value"}'))
  const at = findBreak(text)
  if (at !== undefined) {
    return Result.fail(bad(`is not JSON: at line ${at.line}, column ${at.column} it should have ${at.expected}`, text))
  }
  const value: unknown = JSON.parse(text)
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Result.succeed(Object.fromEntries(Object.entries(value)))
    : Result.fail(bad(`must be a JSON object, not ${kindOf(value)}`))
}

export const read = Effect.fnUntraced(function* (source: string) {
  const text = source === "-" || source.startsWith("@") ? yield* decode(yield* bytesOf(source)) : source
  return yield* Effect.fromResult(parse(text))
})
