/**
 * An account's values as a command gets them: settings from flags, secrets from standard input. What is wrong is said by
 * its place, never by its words: a secret may stand anywhere.
 */
import { buffer } from "node:stream/consumers"

import type { AccountKind, Field } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { normal } from "./fields.ts"
import { remember } from "./unspeakable.ts"

export type Values = Readonly<Record<string, string>>

const bad = (field: string, message: string) => invalid("inlay", "connect", [{ field, message }])

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

const secretGiven = ({ label, name }: Field) =>
  new ProviderError({
    provider: "inlay",
    operation: "connect",
    reason: {
      _tag: "Refused",
      guard: "vault",
      what: `${label} (${name}) is a secret, and arguments can be read by every program on this machine.`,
      fix: "Nothing was stored. Make a new one, for this one may have been seen; give it by standard input, or type it when asked."
    }
  })

/** Fails where one of the flags gives a secret, or no setting of any of the plugin's kinds: before anything is opened. */
export const checkFlags = (plugin: Plugin, flags: ReadonlyArray<string>): Effect.Effect<void, ProviderError> => {
  const fields = plugin.accountKinds.flatMap((kind) => kind.fields)
  const given = flags.map((flag) => fields.find(({ name }) => name === split(flag)?.field))
  const secret = given.find((field) => field?.secret === true)
  if (secret !== undefined) return Effect.fail(secretGiven(secret))
  const index = given.indexOf(undefined)
  if (index < 0) return Effect.void
  const settings = [...new Set(fields.filter((field) => !field.secret).map(({ name }) => name))]
  return Effect.fail(bad(place(flags, index), `must be FIELD=VALUE, with one of the settings ${settings.join(", ")}`))
}

/** Settings of a kind from `field=value` flags. */
export const fromFlags = (kind: AccountKind, flags: ReadonlyArray<string>): Effect.Effect<Values, ProviderError> => {
  const fields = kind.fields.filter(({ secret }) => !secret)
  const values: Record<string, string> = {}
  for (const [index, flag] of flags.entries()) {
    const given = split(flag)
    const field = fields.find(({ name }) => name === given?.field)
    if (given === undefined || field === undefined) {
      return Effect.fail(bad(place(flags, index), `names no setting of ${kind.title}; there are ${namesOf(fields)}`))
    }
    values[field.name] = normal(field, given.value)
  }
  return Effect.succeed(values)
}

/** Values of standard input's text: the one secret of the kind as it is, or lines of `field=value`. */
export const fromText = (
  kind: AccountKind,
  secrets: ReadonlyArray<Field>,
  text: string
): Effect.Effect<Values, ProviderError> => {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
  remember(lines.map((line) => line.trim()))
  const values: Record<string, string> = {}
  const [only] = secrets
  for (const [index, line] of lines.entries()) {
    const given = split(line)
    const field = kind.fields.find(({ name }) => name === given?.field)
    if (given !== undefined && field !== undefined) {
      values[field.name] = normal(field, given.value)
      if (field.secret) remember([given.value.trim()])
    } else if (only !== undefined && secrets.length === 1 && lines.length === 1) {
      values[only.name] = line.trim()
    } else {
      return Effect.fail(
        bad(
          `standard input, line ${index + 1},`,
          `must be of the form field=value, with one of the fields ${namesOf(kind.fields)}`
        )
      )
    }
  }
  return Effect.succeed(values)
}

const MAX_BYTES = 1_000_000

/** Standard input to its end. */
export const readInput: Effect.Effect<string, ProviderError> = Effect.tryPromise({
  try: () => buffer(process.stdin),
  catch: () => bad("standard input", "cannot be read")
}).pipe(
  Effect.filterOrFail(
    (bytes) => bytes.length <= MAX_BYTES,
    () => bad("standard input", "is too long for secrets")
  ),
  Effect.map((bytes) => new TextDecoder().decode(bytes))
)
