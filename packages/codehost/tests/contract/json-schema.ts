// The description's schemas (OpenAPI 3.0.3) as JSON Schema 2020-12, with the world closed: a property that the
// description does not have is a mistake. Two readings are taken, both towards what the description means: `nullable`
// holds beside enum, allOf, anyOf, oneOf and $ref too, and oneOf is anyOf, since its alternatives overlap.

import type { OpenApiSchema } from "./openapi.ts"

/** JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>

/** Asserting keywords that are the same in both. */
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

/** The name under which a shared schema is known: `open` where what refers to it closes the object. */
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

/** All of a schema but `nullable`. */
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
    // An object of which nothing is said may hold anything.
    if (out["type"] === undefined || out["type"] === "object") out["additionalProperties"] = true
  } else if (world === "closed") out["unevaluatedProperties"] = false
  return out
}

/** A closed schema does not let pass a property that it does not have; an open one leaves that to what refers to it. */
export const toJsonSchema = (schema: OpenApiSchema, world: "open" | "closed" = "closed"): JsonSchema => {
  const out = rewritten(schema, world)
  if (schema["nullable"] !== true) return out
  if (typeof out["type"] !== "string" || out["allOf"] !== undefined || out["anyOf"] !== undefined)
    return { anyOf: [{ type: "null" }, out] }
  const values = out["enum"] as ReadonlyArray<unknown> | undefined
  return { ...out, type: [out["type"], "null"], ...(values === undefined ? {} : { enum: [...values, null] }) }
}

/** Names of the shared schemas that a rewritten schema refers to. */
export const referencesOf = (schema: unknown): ReadonlyArray<string> => {
  if (typeof schema !== "object" || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : referencesOf(value)
  )
}
