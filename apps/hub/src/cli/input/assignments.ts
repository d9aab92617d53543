/**
 * A step's input as fields of the command line: `title=It squeaks`, `milestone:=null`, `body=@notes.md`. A value is a text, or
 * the number or yes-or-no that its field takes; after `:=` it is JSON.
 */
import { isDeeperThan } from "@inlay/core-http/json-depth"
import { nearest } from "@inlay/core-http/nearest"
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { MAX_DEPTH, readText } from "./step-input.ts"

type Input = Readonly<Record<string, unknown>>

/** What a step's JSON Schema says of a field. */
interface Property {
  readonly type?: unknown
  readonly anyOf?: ReadonlyArray<Property>
}

interface Assignment {
  readonly field: string
  readonly isJson: boolean
  readonly value: string
}

const PATTERN = /^([A-Za-z_][\w-]*)(:?)=(.*)$/s

const bad = (field: string, message: string): FieldError => ({ field, message })

/** In full: cut before it is redacted, what is left of a secret would be shown. */
const lineOf = (text: string): string => ProviderText.line(text, text.length)

const typesOf = ({ type, anyOf = [] }: Property): ReadonlyArray<unknown> => [type, ...anyOf.flatMap(typesOf)].flat()

/** A text as the field takes it, or what is wrong with it. */
const typed = (text: string, property: Property): { readonly value: unknown } | { readonly problem: string } => {
  const types = typesOf(property)
  if (types.includes("string")) return { value: text }
  if (types.includes("integer") || types.includes("number")) {
    return /^-?\d+(\.\d+)?$/.test(text.trim()) ? { value: Number(text) } : { problem: "must be a number" }
  }
  if (types.includes("boolean")) {
    return text === "true" || text === "false" ? { value: text === "true" } : { problem: "must be true or false" }
  }
  if (types.includes("array")) return { problem: `is a list: write it as JSON, :='["..."]'` }
  if (types.includes("object")) return { problem: `has parts: write it as JSON, :='{"...":"..."}'` }
  return { value: text }
}

const fromJson = (text: string): { readonly value: unknown } | { readonly problem: string } => {
  try {
    const value: unknown = JSON.parse(text)
    return isDeeperThan(MAX_DEPTH, value) ? { problem: `nests deeper than ${MAX_DEPTH} levels` } : { value }
  } catch {
    return { problem: "is not JSON; a text needs = in the place of :=" }
  }
}

const split = (argument: string): Assignment | FieldError => {
  const [, field, colon, value = ""] = PATTERN.exec(argument) ?? []
  return field === undefined
    ? bad(lineOf(argument), "is not expected here; an input's field is written field=value")
    : { field, isJson: colon === ":", value }
}

const isProblem = (value: Assignment | FieldError): value is FieldError => "message" in value

/** Wrong names, each once: a field that there is not, and one that is given twice. */
const namingProblems = (
  assignments: ReadonlyArray<Assignment>,
  before: Input,
  fields: ReadonlyArray<string>
): ReadonlyArray<FieldError> =>
  assignments.flatMap(({ field }, index) => {
    if (!fields.includes(field)) {
      const near = nearest(field, fields, 3)
      return [bad(field, `is no field of this step${near.length === 0 ? "" : `; the nearest: ${near.join(", ")}`}`)]
    }
    if (Object.hasOwn(before, field)) return [bad(field, "is given here and by --input")]
    const isRepeated = assignments.findIndex((other) => other.field === field) < index
    return isRepeated ? [bad(field, "is given twice; a list is written as JSON, :='[...]'")] : []
  })

/**
 * The input with the fields of arguments in it.
 * @param properties of the step's JSON Schema
 * @param before what `--input` gave
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
        ? Effect.mapError(readText(value.slice(1)), ({ error }) => renamed(error, field))
        : Effect.succeed(value),
      (text) => ({ field, result: isJson ? fromJson(text) : typed(text, properties[field] as Property) })
    )
  )
  const problems = fields.flatMap(({ field, result }) => ("problem" in result ? [bad(field, result.problem)] : []))
  if (problems.length > 0) return yield* invalid("inlay", "run", problems)
  const values = fields.flatMap(({ field, result }) => ("value" in result ? [[field, result.value] as const] : []))
  return { ...before, ...Object.fromEntries(values) }
})

/** A file's failure as its field's. */
const renamed = ({ reason }: ProviderError, field: string): ProviderError =>
  invalid(
    "inlay",
    "run",
    reason._tag === "Invalid" ? reason.fields.map(({ message }) => bad(field, message)) : [bad(field, reason.what)]
  )
