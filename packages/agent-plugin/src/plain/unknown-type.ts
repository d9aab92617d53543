/** Finds a `type` in a JSON Schema that is none. A reader of the schema would accept any value in its place. */
import { isJsonObject } from "@inlay/core-http/json-object"

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"]

/** Keywords whose value is a schema, or a list of them. */
const SCHEMAS = ["items", "prefixItems", "additionalProperties", "propertyNames", "anyOf", "oneOf", "allOf"]
/** Keywords whose value has schemas by name. */
const NAMED_SCHEMAS = ["properties", "$defs", "definitions"]

/** The type and its place, as a clause, or undefined. @param path of the schema in the input */
export const unknownTypeIn = (schema: unknown, path: ReadonlyArray<string> = []): string | undefined => {
  if (!isJsonObject(schema)) return undefined
  const { type } = schema
  const types: ReadonlyArray<unknown> = type === undefined ? [] : Array.isArray(type) ? type : [type]
  const index = types.findIndex((one) => typeof one !== "string" || !TYPES.includes(one))
  if (index !== -1) {
    const place = path.length === 0 ? "its root" : path.join(".")
    return `has the unknown type ${JSON.stringify(types[index])} at ${place}: use ${TYPES.slice(0, -1).join(", ")} or null`
  }
  const parts = [
    ...SCHEMAS.flatMap((keyword): ReadonlyArray<readonly [ReadonlyArray<string>, unknown]> => {
      const value = schema[keyword]
      return Array.isArray(value)
        ? value.map((each: unknown, at) => [[keyword, String(at)], each] as const)
        : [[[keyword], value]]
    }),
    ...NAMED_SCHEMAS.flatMap((keyword) => {
      const byName = schema[keyword]
      return isJsonObject(byName) ? Object.entries(byName).map(([name, each]) => [[keyword, name], each] as const) : []
    })
  ]
  for (const [steps, part] of parts) {
    const clause = unknownTypeIn(part, [...path, ...steps])
    if (clause !== undefined) return clause
  }
  return undefined
}
