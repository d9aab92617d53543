/**
 * Generates a step's JSON Schemas for agents, documentation and snapshots, with an object root and without redundant
 * defaults.
 */
import * as Schema from "effect/Schema"

import type { ToolStep } from "./ToolStep.ts"

/** A JSON Schema with an object root. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: ReadonlyArray<string>
}

/** Whether a keyword only repeats a default of JSON Schema or the bounds of every safe integer. */
const saysNothing = (keyword: string, value: unknown): boolean =>
  keyword === "additionalProperties" ||
  (keyword === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (keyword === "maximum" && value === Number.MAX_SAFE_INTEGER)

const slim = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(slim)
  if (typeof node !== "object" || node === null) return node
  const entries = Object.entries(node).filter(([key, value]) => !saysNothing(key, value))
  return Object.fromEntries(entries.map(([key, value]) => [key, slim(value)]))
}

const objectSchema = (schema: Schema.Top): ObjectSchema => {
  const document = Schema.toJsonSchemaDocument(schema)
  const definitions = Object.keys(document.definitions).length === 0 ? {} : { $defs: document.definitions }
  return slim({ ...document.schema, ...definitions }) as ObjectSchema
}

/** The JSON Schema of a step's input. */
export const inputSchema = (step: Pick<ToolStep<never>, "input">): ObjectSchema => objectSchema(step.input)

/** The JSON Schema of a step's output. */
export const outputSchema = (step: Pick<ToolStep<never>, "output">): ObjectSchema => objectSchema(step.output)

/** A step's complete description as one JSON value. The schema snapshots contain it. */
export const describe = ({ id, title, description, hints, scopes, cost, input, output }: ToolStep<never>) => ({
  id,
  title,
  description,
  hints,
  scopes,
  cost,
  inputSchema: objectSchema(input),
  outputSchema: objectSchema(output)
})
