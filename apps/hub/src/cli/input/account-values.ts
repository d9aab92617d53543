/**
 * Parses an account's values for commands: settings from flags, secrets from standard input. Errors name the position
 * of a wrong value and never quote it, because a secret may be anywhere.
 */
import { readFile, stat } from "node:fs/promises"
import { buffer } from "node:stream/consumers"

import { normalValue, type AccountKind, type Field } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { Values } from "../../accounts/fields.ts"
import { holdInput } from "../../accounts/known-secrets.ts"
import { filePath } from "../../file-path.ts"
import { hubError, wrongField } from "../../hub-error.ts"
import { decodeText } from "../../text-encoding.ts"

const bad = (field: string, message: string) => wrongField("connect", field, message)

const namesOf = (fields: ReadonlyArray<Field>) => fields.map(({ name }) => name).join(", ")

interface Setting {
  readonly field: string
  readonly value: string
}

const split = (text: string): Setting | undefined => {
  const at = text.indexOf("=")
  return at < 1 ? undefined : { field: text.slice(0, at).trim(), value: text.slice(at + 1) }
}

const place = (flags: ReadonlyArray<string>, index: number): string =>
  flags.length === 1 ? "--set" : `--set no. ${index + 1}`

/** Whether a field may be given as a flag: settings, and the paths of files. */
const isFlag = ({ secret, type }: Field): boolean => !secret || type === "file"

const secretGiven = ({ label, name }: Field) =>
  hubError("connect", {
    _tag: "Refused",
    guard: "vault",
    what: `${label} (${name}) is a secret, and arguments can be read by every program on this machine.`,
    remedy: {
      to: "read",
      text: "Create a new one, because this one may have been seen. Give it on standard input, or type it when asked."
    },
    nothing: "stored"
  })

/**
 * Fails if a flag contains a secret, or is not a setting of any of the plugin's kinds. Runs before anything is opened.
 */
export const checkFlags = (plugin: Plugin, flags: ReadonlyArray<string>): Effect.Effect<void, ProviderError> => {
  const fields = plugin.accountKinds.flatMap((kind) => kind.fields)
  const fieldsOfFlags = flags.map((flag) => fields.find(({ name }) => name === split(flag)?.field))
  // The path of a secret file may be given. The file is read and its content is never shown.
  const secret = fieldsOfFlags.find((field) => field?.secret === true && field.type !== "file")
  if (secret !== undefined) return Effect.fail(secretGiven(secret))
  const index = fieldsOfFlags.indexOf(undefined)
  if (index < 0) return Effect.void
  const settings = [...new Set(fields.filter(isFlag).map(({ name }) => name))]
  return Effect.fail(bad(place(flags, index), `must be FIELD=VALUE, with one of the settings ${settings.join(", ")}`))
}

/** Parses the settings of a kind from `field=value` flags. */
export const fromFlags = Effect.fnUntraced(function* (kind: AccountKind, flags: ReadonlyArray<string>) {
  const fields = kind.fields.filter(isFlag)
  const values: Record<string, string> = {}
  for (const [index, flag] of flags.entries()) {
    const assignment = split(flag)
    const field = fields.find(({ name }) => name === assignment?.field)
    if (assignment === undefined || field === undefined)
      return yield* bad(place(flags, index), `is not a setting of ${kind.title}; its settings are ${namesOf(fields)}`)
    values[field.name] = normalValue(field, assignment.value)
  }
  return yield* withFiles(kind, values)
})

/** The maximum size of a key file. */
const MAX_FILE_BYTES = 100_000

/** Decodes a text. A character that was replaced would make another secret of it. */
const decoded = (field: string, bytes: Uint8Array, problem: string): Effect.Effect<string, ProviderError> =>
  Effect.try({ try: () => decodeText(bytes), catch: () => bad(field, problem) })

/** Reads the text of the file at a path. */
export const readFileOf = (field: Field, written: string): Effect.Effect<string, ProviderError> =>
  Effect.tryPromise({
    try: async () => {
      const path = filePath(written)
      const { size } = await stat(path)
      return size <= MAX_FILE_BYTES ? await readFile(path) : Buffer.of()
    },
    catch: () => bad(field.name, "names a file that cannot be read")
  }).pipe(
    Effect.flatMap((bytes) => decoded(field.name, bytes, "names a file that is not UTF-8 text")),
    Effect.filterOrFail(
      (text) => text.trim() !== "",
      () => bad(field.name, `names a file that is empty, or longer than ${MAX_FILE_BYTES} bytes`)
    ),
    Effect.tap((text) => Effect.sync(() => holdInput([text.trim()])))
  )

/** Replaces the paths of file fields with the files' contents. */
const withFiles = (kind: AccountKind, values: Values): Effect.Effect<Values, ProviderError> =>
  Effect.map(
    Effect.forEach(Object.entries(values), ([name, value]) => {
      const field = kind.fields.find((one) => one.name === name)
      const content = field?.type === "file" && value !== "" ? readFileOf(field, value) : Effect.succeed(value)
      return Effect.map(content, (text) => [name, text] as const)
    }),
    Object.fromEntries<string>
  )

/** Parses standard input: either the kind's only secret as it is, or lines of `field=value`. */
export const fromText = Effect.fnUntraced(function* (kind: AccountKind, secrets: ReadonlyArray<Field>, text: string) {
  const only = secrets.length === 1 ? secrets[0] : undefined
  // A key file's content may have many lines.
  if (only?.type === "file" && /^\s*[{[-]/.test(text)) {
    holdInput([text.trim()])
    return { [only.name]: text.trim() }
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "")
  holdInput(lines.map((line) => line.trim()))
  const values: Record<string, string> = {}
  for (const [index, line] of lines.entries()) {
    const assignment = split(line)
    const field = kind.fields.find(({ name }) => name === assignment?.field)
    if (assignment !== undefined && field !== undefined) {
      values[field.name] = normalValue(field, assignment.value)
      if (field.secret) holdInput([assignment.value.trim()])
    } else if (only !== undefined && lines.length === 1) {
      values[only.name] = line.trim()
    } else {
      const names = namesOf(kind.fields)
      return yield* bad(
        `standard input, line ${index + 1},`,
        `must be of the form field=value, with one of the fields ${names}`
      )
    }
  }
  return yield* withFiles(kind, values)
})

const MAX_BYTES = 1_000_000

/** Reads standard input to its end. */
export const readInput: Effect.Effect<string, ProviderError> = Effect.tryPromise({
  try: () => buffer(process.stdin),
  catch: () => bad("standard input", "cannot be read")
}).pipe(
  Effect.filterOrFail(
    (bytes) => bytes.length <= MAX_BYTES,
    () => bad("standard input", "is too long for secrets")
  ),
  Effect.flatMap((bytes) => decoded("standard input", bytes, "is not UTF-8 text"))
)
