// Parameters of paths and queries travel as text. Their schema says what the text stands for.

import type { OpenApiSchema } from "./openapi.ts"
import type { Difference, Validate } from "./validation.ts"

/** What texts may stand for, the likeliest first: several are a list; lists are also written with commas. */
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

/** Empty where one reading of the text fits the schema; else what is wrong with the likeliest. */
export const parameterDifferences = (
  validate: Validate,
  schema: OpenApiSchema,
  texts: ReadonlyArray<string>
): ReadonlyArray<Difference> => {
  const outcomes = readings(texts).map((value) => validate(schema, value))
  return outcomes.some((differences) => differences.length === 0) ? [] : (outcomes[0] ?? [])
}
