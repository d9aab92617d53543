// Path and query parameters arrive as text. Their schema says which type the text represents.

import type { OpenApiSchema } from "./openapi.ts"
import type { Difference, Validate } from "./validation.ts"

/**
 * Returns the values that texts may represent, most likely first. Several texts are a list; a list may also be written
 * with commas.
 */
const readings = (texts: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const [text = ""] = texts
  if (texts.length > 1) return [texts, texts.map(Number)]
  return [
    ...(/^-?\d+(?:\.\d+)?$/.test(text) ? [Number(text)] : []),
    ...(text === "true" || text === "false" ? [text === "true"] : []),
    text,
    text.split(","),
    text.split(",").map(Number)
  ]
}

/**
 * Returns no differences if one reading of the text fits the schema, otherwise the differences of the most likely
 * reading.
 */
export const parameterDifferences = (
  validate: Validate,
  schema: OpenApiSchema,
  texts: ReadonlyArray<string>
): ReadonlyArray<Difference> => {
  const outcomes = readings(texts).map((value) => validate(schema, value))
  return outcomes.some((differences) => differences.length === 0) ? [] : (outcomes[0] ?? [])
}
