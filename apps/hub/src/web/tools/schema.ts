/**
 * Turns a tool's input schema into a form: the control for each JSON Schema property, and the input from the entered
 * texts. Pure.
 */
import { tools as words } from "./words.ts"

export interface Schema {
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly default?: unknown
  readonly items?: Schema
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

export type Control =
  | { readonly as: "text" | "boolean" | "list" | "json" }
  | { readonly as: "number"; readonly isWhole: boolean }
  | { readonly as: "choice"; readonly values: ReadonlyArray<string | number | boolean> }

export interface Property {
  readonly name: string
  readonly control: Control
  readonly isRequired: boolean
  readonly help: string
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const isNull = ({ type, const: only }: Schema): boolean => type === "null" || only === null

/** Resolves a reference within the schema. */
const resolved = (schema: Schema, root: Schema): Schema => {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? "")?.[1]
  const there = name === undefined ? undefined : root.$defs?.[name.replaceAll("~1", "/").replaceAll("~0", "~")]
  return there === undefined
    ? schema
    : { ...there, ...(schema.description !== undefined && { description: schema.description }) }
}

const choice = (values: ReadonlyArray<unknown>): Control =>
  values.every(isScalar) ? { as: "choice", values } : { as: "json" }

export const controlOf = (node: Schema, root: Schema = node): Control => {
  const schema = resolved(node, root)
  const ways = (schema.anyOf ?? schema.oneOf)?.map((one) => resolved(one, root)).filter((one) => !isNull(one))
  if (ways !== undefined) {
    const [only] = ways
    if (ways.length === 1 && only !== undefined) return controlOf(only, root)
    if (ways.every((one) => one.const !== undefined)) return choice(ways.map((one) => one.const))
    // A text or a list of texts: a list of one means the same.
    const [one, other] = ways.map((way) => controlOf(way, root))
    return ways.length === 2 && one?.as === "text" && other?.as === "list" ? other : { as: "json" }
  }
  if (schema.enum !== undefined) return choice(schema.enum.filter((value) => value !== null))
  if (schema.const !== undefined) return choice([schema.const])
  const types = [schema.type ?? []].flat().filter((type) => type !== "null")
  if (types.length !== 1) return { as: "json" }
  switch (types[0]) {
    case "string":
      return { as: "text" }
    case "boolean":
      return { as: "boolean" }
    case "number":
    case "integer":
      return { as: "number", isWhole: types[0] === "integer" }
    case "array":
      return schema.items !== undefined &&
        resolved(schema.items, root).type === "string" &&
        resolved(schema.items, root).enum === undefined
        ? { as: "list" }
        : { as: "json" }
    default:
      return { as: "json" }
  }
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null

/** Required properties first; otherwise in the schema's own order. */
export const propertiesOf = (schema: unknown): ReadonlyArray<Property> => {
  if (!isSchema(schema)) return []
  const { properties = {}, required = [] } = schema
  const all = Object.entries(properties).map(([name, one]) => ({
    name,
    control: controlOf(one, schema),
    isRequired: required.includes(name),
    help: resolved(one, schema).description ?? ""
  }))
  return [...all.filter((one) => one.isRequired), ...all.filter((one) => !one.isRequired)]
}

type Read = { readonly value: unknown } | { readonly problem: string }

const readJson = (text: string): Read => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { problem: words.mustBeJson }
  }
}

const readNumber = (text: string, isWhole: boolean): Read => {
  const value = Number(text)
  if (!Number.isFinite(value)) return { problem: words.mustBeNumber }
  return isWhole && !Number.isInteger(value) ? { problem: words.mustBeWhole } : { value }
}

const read = (text: string, control: Control): Read => {
  switch (control.as) {
    case "text":
      return { value: text }
    case "boolean":
      return { value: text === "true" }
    case "number":
      return readNumber(text.trim(), control.isWhole)
    case "choice":
      return { value: control.values.find((one) => String(one) === text) }
    case "list":
      return {
        value: text
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "")
      }
    case "json":
      return readJson(text)
  }
}

export type Texts = Readonly<Record<string, string>>

/** The input from a form's texts, without empty fields; `problems` by property. */
export const inputOf = (properties: ReadonlyArray<Property>, texts: Texts) => {
  const input: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const { name, control, isRequired } of properties) {
    const text = texts[name] ?? ""
    if (text.trim() === "") {
      if (isRequired) problems[name] = words.missing
      continue
    }
    const result = read(text, control)
    if ("problem" in result) problems[name] = result.problem
    else input[name] = result.value
  }
  return { input, problems }
}
