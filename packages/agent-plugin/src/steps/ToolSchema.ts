/**
 * Generates a step's JSON Schemas for agents, documentation and snapshots, with an object root and without redundant
 * defaults.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"
import * as Schema from "effect/Schema"

import type { ToolStep } from "./ToolStep.ts"

/** A JSON Schema with an object root. */
export interface ObjectSchema {
  readonly [keyword: string]: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: ReadonlyArray<string>
}

const allowsAll = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length === 0

const isAnyObject = (value: unknown): boolean =>
  isJsonObject(value) && Object.keys(value).length === 1 && value["type"] === "object"

/**
 * Whether a keyword only repeats a default of JSON Schema, its object's own type, or the bounds of every safe integer.
 * Whether other fields are allowed is not said either: the error of a call with one says it.
 */
const saysNothing = (node: Readonly<Record<string, unknown>>, keyword: string, value: unknown): boolean =>
  (keyword === "additionalProperties" &&
    (value === false ? "properties" in node : value === true || allowsAll(value))) ||
  (keyword === "allOf" && node["type"] === "object" && Array.isArray(value) && value.every(isAnyObject)) ||
  (keyword === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (keyword === "maximum" && value === Number.MAX_SAFE_INTEGER)

const slim = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(slim)
  if (!isJsonObject(node)) return node
  const entries = Object.entries(node).map(([key, value]) => [key, slim(value)] as const)
  return Object.fromEntries(entries.filter(([key, value]) => !saysNothing(node, key, value)))
}

const SHAPES = ["properties", "additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf"]

const isFree = (node: Readonly<Record<string, unknown>>): boolean =>
  node["type"] === "object" && !SHAPES.some((keyword) => keyword in node)

const hasNoItems = (node: Readonly<Record<string, unknown>>): boolean =>
  node["type"] === "array" && !isJsonObject(node["items"])

/** Keywords whose values are schemas by name. */
const NAMED_SCHEMAS = new Set(["properties", "$defs"])

const asObject = (schema: unknown): unknown => (typeof schema === "boolean" ? (schema ? {} : { not: {} }) : schema)

const portableByName = (schemas: unknown): unknown =>
  isJsonObject(schemas)
    ? Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, portable(asObject(schema))]))
    : schemas

/**
 * Says what JSON Schema leaves to defaults and clients read otherwise, or not at all.
 *
 * - Objects without named fields may have any: clients that close other objects for their models (mcp-use, or OpenAI's
 *   strict mode) take such a one for empty.
 * - Lists have items, if only any: VS Code leaves out a tool that does not say so, and OpenAI's API refuses all.
 * - A field's schema is an object: the official client of 2025 drops every tool of a server if one is `true`.
 */
const portable = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(portable)
  if (!isJsonObject(node)) return node
  const fields = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, NAMED_SCHEMAS.has(key) ? portableByName(value) : portable(value)])
  )
  if (hasNoItems(node)) return { ...fields, items: {} }
  return isFree(node) ? { ...fields, additionalProperties: true } : fields
}

const objectSchema = (schema: Schema.Top): ObjectSchema => {
  const document = Schema.toJsonSchemaDocument(schema)
  const definitions = Object.keys(document.definitions).length === 0 ? {} : { $defs: document.definitions }
  return slim({ ...document.schema, ...definitions }) as ObjectSchema
}

/** Whether a field is a number or a text. */
const isNumberOrText = ({ anyOf }: JsonObject): boolean =>
  Array.isArray(anyOf) &&
  /^(integer|number),string$/.test(anyOf.map((type) => isJsonObject(type) && type["type"]).join())

/**
 * Lists a field that is a number or a text as a text, which it accepts, too. LangChain leaves out that a field may be
 * either, and Gemini's API refuses every tool if the type of one field is missing.
 */
const withOneType = (schema: ObjectSchema): ObjectSchema => {
  if (schema.properties === undefined) return schema
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    if (!isJsonObject(field) || !isNumberOrText(field)) return [name, field] as const
    const { anyOf: _, ...rest } = field
    return [name, { type: "string", ...rest }] as const
  })
  return { ...schema, properties: Object.fromEntries(fields) }
}

/** The JSON Schema of a step's input. */
export const inputSchema = ({ input, jsonSchema }: Pick<ToolStep<never>, "input" | "jsonSchema">): ObjectSchema => {
  const schema = jsonSchema === undefined ? withOneType(objectSchema(input)) : (slim(jsonSchema) as ObjectSchema)
  return isFree(schema) ? schema : (portable(schema) as ObjectSchema)
}

/** The JSON Schema of a step's output. */
export const outputSchema = (step: Pick<ToolStep<never>, "output">): ObjectSchema => objectSchema(step.output)

/** A step's complete description as one JSON value. The schema snapshots contain it. */
export const describe = (step: ToolStep<never>) => ({
  id: step.id,
  title: step.title,
  description: step.description,
  hints: step.hints,
  scopes: step.scopes,
  cost: step.cost,
  inputSchema: inputSchema(step),
  outputSchema: outputSchema(step)
})
