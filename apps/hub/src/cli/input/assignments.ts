/**
 * Parses a step's input from arguments: `title=It squeaks`, `milestone:=3`, `body=@notes.md`. A value is a string,
 * or a number or boolean if the field takes one. A value after `:=` is JSON.
 */
import { isDeeperThan } from "@inlay/core-http/json-depth"
import { nearest } from "@inlay/core-http/nearest"
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { typesOf, type Property } from "./property.ts"
import { MAX_DEPTH, readText } from "./step-input.ts"

type Input = Readonly<Record<string, unknown>>

interface Assignment {
  readonly field: string
  readonly isJson: boolean
  readonly value: string
}

const PATTERN = /^([A-Za-z_][\w-]*)(:?)=(.*)$/s

const bad = (field: string, message: string): FieldError => ({ field, message })

/** At full length: if the text were truncated before it is redacted, part of a secret could be shown. */
const lineOf = (text: string): string => ProviderText.line(text, text.length)

/** Editors on Windows begin a file with a byte order mark, which belongs only to a text. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "")

/** Converts a text to the field's type, or says what is wrong with it. */
const converted = (text: string, property: Property): { readonly value: unknown } | { readonly problem: string } => {
  const types = typesOf(property)
  if (types.includes("string")) return { value: text }
  if (types.includes("integer") || types.includes("number")) {
    return /^-?\d+(\.\d+)?$/.test(text.trim()) ? { value: Number(text) } : { problem: "must be a number" }
  }
  if (types.includes("boolean")) {
    const word = withoutMark(text)
    return word === "true" || word === "false" ? { value: word === "true" } : { problem: "must be true or false" }
  }
  if (types.includes("array")) return { problem: `is a list: write it as JSON, :='["..."]'` }
  if (types.includes("object")) return { problem: `is an object: write it as JSON, :='{"...":"..."}'` }
  return { value: text }
}

const fromJson = (text: string): { readonly value: unknown } | { readonly problem: string } => {
  try {
    const value: unknown = JSON.parse(withoutMark(text))
    return isDeeperThan(MAX_DEPTH, value) ? { problem: `nests deeper than ${MAX_DEPTH} levels` } : { value }
  } catch {
    return { problem: "is not JSON; for text, use = instead of :=" }
  }
}

const split = (argument: string): Assignment | FieldError => {
  const [, field, colon, value = ""] = PATTERN.exec(argument) ?? []
  return field === undefined
    ? bad("<field=value>", `is expected here, not ${lineOf(argument)}`)
    : { field, isJson: colon === ":", value }
}

const isProblem = (value: Assignment | FieldError): value is FieldError => "message" in value

/** Fields that are unknown, repeated, or also given by `--input`; each is reported once. */
const namingProblems = (
  assignments: ReadonlyArray<Assignment>,
  before: Input,
  fields: ReadonlyArray<string>
): ReadonlyArray<FieldError> =>
  assignments.flatMap(({ field }, index) => {
    if (!fields.includes(field)) {
      const near = nearest(field, fields, 3)
      return [bad(field, `is not a field of this step${near.length === 0 ? "" : `; the nearest: ${near.join(", ")}`}`)]
    }
    if (Object.hasOwn(before, field)) return [bad(field, "is given here and by --input")]
    const isRepeated = assignments.findIndex((other) => other.field === field) < index
    return isRepeated ? [bad(field, "is given twice; a list is written as JSON, :='[...]'")] : []
  })

/**
 * Adds the fields of arguments to an input.
 *
 * @param properties the properties of the step's JSON Schema
 * @param before the input from `--input`
 */
export const withAssignments = Effect.fnUntraced(function* (
  before: Input,
  args: ReadonlyArray<string>,
  properties: Readonly<Record<string, unknown>>
): Effect.fn.Return<Input, ProviderError> {
  const parts = args.map(split)
  const assignments = parts.filter((part): part is Assignment => !isProblem(part))
  const naming = [...parts.filter(isProblem), ...namingProblems(assignments, before, Object.keys(properties))]
  if (naming.length > 0) return yield* invalid("inlay", "run", naming)
  const fields = yield* Effect.forEach(assignments, ({ field, isJson, value }) =>
    Effect.map(
      value.startsWith("@")
        ? Effect.mapError(readText(value.slice(1)), ({ error }) => underField(error, field))
        : Effect.succeed(value),
      (text) => ({ field, result: isJson ? fromJson(text) : converted(text, properties[field] as Property) })
    )
  )
  const problems = fields.flatMap(({ field, result }) => ("problem" in result ? [bad(field, result.problem)] : []))
  if (problems.length > 0) return yield* invalid("inlay", "run", problems)
  const values = fields.flatMap(({ field, result }) => ("value" in result ? [[field, result.value] as const] : []))
  return { ...before, ...Object.fromEntries(values) }
})

/** Reports a file's failure under the name of its field. */
const underField = ({ reason }: ProviderError, field: string): ProviderError =>
  invalid(
    "inlay",
    "run",
    reason._tag === "Invalid" ? reason.fields.map(({ message }) => bad(field, message)) : [bad(field, reason.what)]
  )
