/**
 * The input of a plain step: a JSON Schema, or a schema of any library that implements Standard Schema
 * (https://standardschema.dev).
 */
import type { FieldError } from "@inlay/core-http/ProviderError"
import type * as Schema from "effect/Schema"
import * as SchemaRepresentation from "effect/SchemaRepresentation"

/** JSON Schema draft 2020-12, describing an object. */
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
type Judged = { readonly value: unknown } | { readonly problems: ReadonlyArray<FieldError> }

const isStandard = (input: PlainInput): input is StandardInput => "~standard" in input

const schemaOf = (schema: JsonSchemaObject): Schema.Top => {
  const { $defs, $schema: _dialect, ...rest } = schema
  return SchemaRepresentation.fromJsonSchemaDocument({
    dialect: "draft-2020-12",
    schema: rest,
    definitions: ($defs ?? {}) as Record<string, never>
  })
}

const pathOf = (path: NonNullable<NonNullable<StandardResult["issues"]>[number]["path"]>): string =>
  path.map((key) => String(typeof key === "object" ? key.key : key)).join(".")

/** Throws if a library provides no JSON Schema, or one that cannot be read. */
export const inputOf = (
  input: PlainInput
): { readonly schema: Schema.Top; readonly validate: (value: unknown) => Promise<Judged> } => {
  if (!isStandard(input)) return { schema: schemaOf(input), validate: async (value) => ({ value }) }
  const { jsonSchema, validate } = input["~standard"]
  if (jsonSchema === undefined) {
    throw new Error("a Standard Schema must provide its JSON Schema (`~standard.jsonSchema`) for agents")
  }
  return {
    schema: schemaOf(jsonSchema.input({ target: "draft-2020-12" })),
    validate: async (value) => {
      if (validate === undefined) return { value }
      const result = await validate(value)
      return result.issues === undefined
        ? { value: result.value }
        : { problems: result.issues.map(({ message, path = [] }) => ({ field: pathOf(path), message })) }
    }
  }
}
