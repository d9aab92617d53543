// Converts the description's schemas (OpenAPI 3.0.3) to JSON Schema 2020-12 under a closed-world assumption: a property
// that the description does not declare is an error. Two keywords are interpreted as the description means them:
// `nullable` also applies beside enum, allOf, anyOf, oneOf and $ref, and oneOf is treated as anyOf, because its
// alternatives overlap.

import type { OpenApiSchema } from "./openapi.ts"

/** JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>

/** Assertion keywords that are the same in both. */
const sameKeywords = [
  "type",
  "enum",
  "format",
  "pattern",
  "required",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "uniqueItems"
]

/** Returns the name of a shared schema; `open` if the schema that refers to it closes the object. */
const sharedName = (ref: string, world: "open" | "closed"): string => `/${world}/${ref.split("/").at(-1)}`

const eachOf = (value: unknown, of: (schema: OpenApiSchema) => JsonSchema): ReadonlyArray<JsonSchema> =>
  (value as ReadonlyArray<OpenApiSchema>).map(of)

const propertiesOf = (properties: unknown): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, OpenApiSchema>>).map(([name, schema]) => [
      name,
      toJsonSchema(schema)
    ])
  )

/** Converts everything in a schema except `nullable`. */
const rewritten = (schema: OpenApiSchema, world: "open" | "closed"): JsonSchema => {
  const ref = schema["$ref"]
  if (typeof ref === "string") return { $ref: sharedName(ref, world) }
  const open = (one: OpenApiSchema) => toJsonSchema(one, "open")
  const out: JsonSchema = {}
  for (const keyword of sameKeywords) if (schema[keyword] !== undefined) out[keyword] = schema[keyword]
  if (schema["allOf"] !== undefined) out["allOf"] = eachOf(schema["allOf"], open)
  const either = schema["anyOf"] ?? schema["oneOf"]
  if (either !== undefined) out["anyOf"] = eachOf(either, open)
  if (schema["not"] !== undefined) out["not"] = open(schema["not"] as OpenApiSchema)
  if (schema["items"] !== undefined) out["items"] = toJsonSchema(schema["items"] as OpenApiSchema)
  if (schema["properties"] !== undefined) out["properties"] = propertiesOf(schema["properties"])
  const more = schema["additionalProperties"]
  if (typeof more === "object" && more !== null) out["additionalProperties"] = toJsonSchema(more as OpenApiSchema)
  else if (more !== undefined) out["additionalProperties"] = more
  else if (["properties", "allOf", "anyOf"].every((keyword) => out[keyword] === undefined)) {
    // An object without any declarations may have any properties.
    if (out["type"] === undefined || out["type"] === "object") out["additionalProperties"] = true
  } else if (world === "closed") out["unevaluatedProperties"] = false
  return out
}

/**
 * Converts a schema. A closed schema rejects properties that it does not declare; an open one leaves that to the schema
 * that refers to it.
 */
export const toJsonSchema = (schema: OpenApiSchema, world: "open" | "closed" = "closed"): JsonSchema => {
  const out = rewritten(schema, world)
  if (schema["nullable"] !== true) return out
  if (typeof out["type"] !== "string" || out["allOf"] !== undefined || out["anyOf"] !== undefined)
    return { anyOf: [{ type: "null" }, out] }
  const values = out["enum"] as ReadonlyArray<unknown> | undefined
  return { ...out, type: [out["type"], "null"], ...(values === undefined ? {} : { enum: [...values, null] }) }
}

/** Returns the names of the shared schemas that a converted schema refers to. */
export const referencesOf = (schema: unknown): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : referencesOf(value)
  )
}
