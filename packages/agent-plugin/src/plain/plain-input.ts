/**
 * The input of a plain step: a JSON Schema, or a schema of any library that implements Standard Schema
 * (https://standardschema.dev).
 */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as JsonSchema from "effect/JsonSchema"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaRepresentation from "effect/SchemaRepresentation"

import type { ObjectSchema } from "../steps/ToolSchema.ts"
import { rootObject } from "./root-object.ts"
import { unknownTypeIn } from "./unknown-type.ts"

/** JSON Schema draft 2020-12 or 7, describing an object. */
export type JsonSchemaObject = Readonly<Record<string, unknown>>

/** The parts of Standard Schema and Standard JSON Schema that are used. */
export interface StandardInput {
  readonly "~standard": {
    readonly validate?: (value: unknown) => StandardResult | Promise<StandardResult>
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => JsonSchemaObject }
  }
}

interface StandardResult {
  readonly value?: unknown
  readonly issues?: ReadonlyArray<{
    readonly message: string
    readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>
  }>
}

export type PlainInput = JsonSchemaObject | StandardInput

/** The input as the library parsed it, or what is wrong with it. */
type JudgedInput = { readonly value: unknown } | { readonly problems: ReadonlyArray<FieldError> }

/** How a step's input is described and judged. */
interface Input {
  readonly schema: Schema.Top
  /** What agents are told. */
  readonly jsonSchema: ObjectSchema
  /** Judges what the schema accepted. */
  readonly validate: (value: unknown) => Promise<JudgedInput>
}

const isStandard = (input: PlainInput): input is StandardInput => "~standard" in input

/** Leaves out the values in a schema: what they have under the name of a keyword is no schema. */
const withoutValues = (key: string, value: unknown): unknown => (/^(default|examples)$/.test(key) ? undefined : value)

/** Lists of items are written only in draft 7, and mean nothing in draft 2020-12. */
const isDraft7 = (schema: JsonSchemaObject): boolean =>
  /draft-07/.test(String(schema["$schema"])) ||
  "definitions" in schema ||
  JSON.stringify(schema, withoutValues).includes('"items":[')

/**
 * Returns a schema in draft 2020-12, without its dialect: models' services refuse every tool of a request if one is in
 * draft 7. Throws if there is no equivalent.
 */
const inDraft2020 = ({ $schema: _dialect, ...schema }: JsonSchemaObject, isOld: boolean): JsonSchemaObject => {
  if (!isOld) return schema
  const { schema: root, definitions } = JsonSchema.fromSchemaDraft07(schema)
  return { ...root, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) }
}

/** Throws if the schema has a keyword for which Effect has no equivalent. */
const schemaOf = (schema: JsonSchemaObject, patterns: "apply" | "ignore"): Schema.Top =>
  SchemaRepresentation.fromJsonSchemaDocument(JsonSchema.fromSchemaDraft2020_12(schema), { patterns })

const ANY_OBJECT = Schema.Record(Schema.String, Schema.Unknown)

/**
 * The schema beside that of a library, which judges, too. Its patterns are left to the library, because they lack its
 * flags, and so is a keyword for which Effect has no equivalent.
 */
const schemaBeside = (schema: JsonSchemaObject): Schema.Top => {
  try {
    return schemaOf(schema, "ignore")
  } catch {
    return ANY_OBJECT
  }
}

const pathOf = (path: NonNullable<NonNullable<StandardResult["issues"]>[number]["path"]>): string =>
  path.map((key) => String(typeof key === "object" ? key.key : key)).join(".")

/** The names that Anthropic's API takes. It refuses every tool of a request if one has a field of another name. */
const FIELD_NAME = /^[a-zA-Z0-9_.-]{1,64}$/

/** Fields that every tool has already, and names that no model can be told. */
const fieldProblem = ({ properties = {} }: ObjectSchema): string | undefined => {
  const wrongName = Object.keys(properties).find((name) => !FIELD_NAME.test(name))
  if (wrongName !== undefined) {
    return `has the field ${JSON.stringify(wrongName)}, with which no tool can be used in Claude: name it with at most 64 of a-z, A-Z, 0-9, _, . and -`
  }
  if (Object.hasOwn(properties, "account")) return "has the field account, by which agents select a connected account"
  const size = properties["max_kb"] as JsonSchemaObject | undefined
  return size === undefined || size["type"] === "integer" || size["type"] === "number"
    ? undefined
    : "has the field max_kb, which must be an integer: the largest answer that the agent wants"
}

const unreadable = (cause: unknown): string =>
  `cannot be read: ${cause instanceof Error ? cause.message.replaceAll(/\s+/g, " ") : "no reason given"}`

const sourceOf = (input: PlainInput): Result.Result<JsonSchemaObject, string> => {
  if (!isStandard(input)) return Result.succeed(input)
  const { jsonSchema } = input["~standard"]
  return jsonSchema === undefined
    ? Result.fail("must provide its JSON Schema (`~standard.jsonSchema`) for agents")
    : Result.try({ try: () => jsonSchema.input({ target: "draft-2020-12" }), catch: unreadable })
}

const judgedBy =
  (validate: (value: unknown) => StandardResult | Promise<StandardResult>): Input["validate"] =>
  async (value) => {
    const result = await validate(value)
    return result.issues === undefined
      ? { value: result.value }
      : { problems: result.issues.map(({ message, path = [] }) => ({ field: pathOf(path), message })) }
  }

/** Reads an input, or says as a clause why it cannot be one. */
export const inputOf = (input: PlainInput): Result.Result<Input, string> =>
  Result.gen(function* () {
    const original = yield* sourceOf(input)
    const source = yield* Result.try({ try: () => inDraft2020(original, isDraft7(original)), catch: unreadable })
    const jsonSchema = rootObject(source)
    if (jsonSchema === undefined) return yield* Result.fail('must describe an object: `type: "object"`')
    const problem = fieldProblem(jsonSchema)
    if (problem !== undefined) return yield* Result.fail(problem)
    const validate = isStandard(input) ? input["~standard"].validate : undefined
    if (validate !== undefined) return { schema: schemaBeside(source), jsonSchema, validate: judgedBy(validate) }
    const schema = yield* Result.try({ try: () => schemaOf(source, "apply"), catch: unreadable })
    const unknownType = unknownTypeIn(source)
    if (unknownType !== undefined) return yield* Result.fail(unknownType)
    return { schema, jsonSchema, validate: async (value: unknown) => ({ value }) }
  })
