// Validates values against the description's schemas. A schema and the shared ones that it refers to are compiled at
// first use, so a run only pays for what it needs.

import addFormats from "ajv-formats"
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"

import { type JsonSchema, referencesOf, toJsonSchema } from "./json-schema.ts"
import type { OpenApi, OpenApiSchema } from "./openapi.ts"

/** A difference between a value and its schema. */
export interface Difference {
  /** A JSON pointer; empty for the whole value. */
  readonly pointer: string
  readonly message: string
}

export type Validate = (schema: OpenApiSchema, value: unknown) => ReadonlyArray<Difference>

/** Formats that occur in the description but are defined nowhere. */
const formatsWithoutRules = ["repo.nwo", "timestamp"]

const messageOf = ({ keyword, message, params }: ErrorObject): string => {
  if (keyword === "unevaluatedProperties") return `has "${params["unevaluatedProperty"]}", which is not described`
  if (keyword === "additionalProperties") return `has "${params["additionalProperty"]}", which is not described`
  if (keyword === "enum") return `${message}: ${JSON.stringify(params["allowedValues"])}`
  return message ?? keyword
}

const isUnknownProperty = ({ keyword }: ErrorObject) => keyword === "unevaluatedProperties"

const isBelow = (pointer: string, parent: string) => pointer === parent || pointer.startsWith(`${parent}/`)

export const makeValidate = ({ schemas }: OpenApi): Validate => {
  // Each validator checks few values: optimizing them would take longer than it saves.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    discriminator: false,
    code: { optimize: false }
  })
  addFormats.default(ajv)
  for (const format of formatsWithoutRules) ajv.addFormat(format, true)
  const schemaIds = new Set<string>()
  const validators = new WeakMap<OpenApiSchema, ValidateFunction>()

  const addShared = (schema: unknown): void => {
    for (const name of referencesOf(schema)) {
      if (schemaIds.has(name)) continue
      schemaIds.add(name)
      const [, world, key] = name.split("/") as [string, "open" | "closed", string]
      const definition = schemas[key]
      if (definition === undefined) throw new Error(`the description has no schema ${key}`)
      const rewritten = toJsonSchema(definition, world)
      ajv.addSchema(rewritten, name)
      addShared(rewritten)
    }
  }

  const errorsOf = (schema: JsonSchema, value: unknown): ReadonlyArray<ErrorObject> => {
    const validate = ajv.compile(schema)
    return validate(value) ? [] : (validate.errors ?? [])
  }

  /** If all alternatives fail, returns the differences of the closest one. */
  const closest = ({ parentSchema, data, instancePath }: ErrorObject): ReadonlyArray<Difference> => {
    const branches = ((parentSchema as JsonSchema)["anyOf"] as ReadonlyArray<JsonSchema>).map((branch) =>
      differencesOf(errorsOf(branch, data))
    )
    const near = branches.filter(
      (differences) => !differences.some(({ pointer, message }) => pointer === "" && message.startsWith("must be "))
    )
    const [nearest] = (near.length > 0 ? near : branches).toSorted((a, b) => a.length - b.length)
    return (nearest ?? []).map(({ pointer, message }) => ({ pointer: instancePath + pointer, message }))
  }

  const differencesOf = (errors: ReadonlyArray<ErrorObject>): ReadonlyArray<Difference> => {
    const either = errors.filter(({ keyword }) => keyword === "anyOf")
    const outer = either.filter(
      (one) =>
        !either.some(
          (other) => one.instancePath !== other.instancePath && isBelow(one.instancePath, other.instancePath)
        )
    )
    const plain = errors.filter((error) => !outer.some(({ instancePath }) => isBelow(error.instancePath, instancePath)))
    const vocabulary = [
      ...plain
        .filter((error) => !isUnknownProperty(error))
        .map((error) => ({ pointer: error.instancePath, message: messageOf(error) })),
      ...outer.flatMap(closest)
    ]
    // If an object has other errors, its properties are reported as unknown too; leave those out.
    const unknown = plain.filter(
      (error) => isUnknownProperty(error) && !vocabulary.some(({ pointer }) => isBelow(pointer, error.instancePath))
    )
    const all = [...vocabulary, ...unknown.map((error) => ({ pointer: error.instancePath, message: messageOf(error) }))]
    return [...new Map(all.map((one) => [`${one.pointer} ${one.message}`, one])).values()]
  }

  return (schema, value) => {
    let validate = validators.get(schema)
    if (validate === undefined) {
      const rewritten = toJsonSchema(schema)
      addShared(rewritten)
      validate = ajv.compile(rewritten)
      validators.set(schema, validate)
    }
    return validate(value) ? [] : differencesOf(validate.errors ?? [])
  }
}
