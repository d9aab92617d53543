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

type Scalar = string | number | boolean

/** @property takesNumbers whether digits are meant as a number, such as an id beside a name */
type TextControl = { readonly as: "text"; readonly takesNumbers?: true }
type NumberControl = { readonly as: "number"; readonly isWhole: boolean }

export type Control =
  | TextControl
  | NumberControl
  | { readonly as: "boolean" | "json" }
  /** One value a line. */
  | { readonly as: "list"; readonly of: TextControl | NumberControl }
  | { readonly as: "choice" | "choices"; readonly values: ReadonlyArray<Scalar> }

export interface Property {
  readonly name: string
  readonly control: Control
  readonly isRequired: boolean
  readonly help: string
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const isNull = ({ type, const: only }: Schema): boolean => type === "null" || only === null

/** Resolves a reference within the schema. */
const dereferenced = (schema: Schema, root: Schema): Schema => {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? "")?.[1]
  const there = name === undefined ? undefined : root.$defs?.[name.replaceAll("~1", "/").replaceAll("~0", "~")]
  return there === undefined
    ? schema
    : { ...there, ...(schema.description !== undefined && { description: schema.description }) }
}

const choice = (values: ReadonlyArray<unknown>): Control =>
  values.every(isScalar) ? { as: "choice", values } : { as: "json" }

/** The control for a list of what another control enters. */
const listOf = (item: Control): Control => {
  if (item.as === "choice") return { as: "choices", values: item.values }
  return item.as === "text" || item.as === "number" ? { as: "list", of: item } : { as: "json" }
}

/** The control for what has two forms. */
const eitherOf = (one: Control, other: Control): Control => {
  // A value or a list of such values: a list of one means the same.
  const list = listOf(one)
  if (list.as !== "json" && JSON.stringify(list) === JSON.stringify(other)) return list
  const isNumberOrText =
    [one, other]
      .map(({ as }) => as)
      .toSorted()
      .join() === "number,text"
  return isNumberOrText ? { as: "text", takesNumbers: true } : { as: "json" }
}

/** @param isElement of a list: it is no list itself, so that a value which may contain itself comes to an end */
export const controlOf = (node: Schema, root: Schema = node, isElement = false): Control => {
  const schema = dereferenced(node, root)
  const ways = (schema.anyOf ?? schema.oneOf)?.map((one) => dereferenced(one, root)).filter((one) => !isNull(one))
  if (ways !== undefined) {
    const [only] = ways
    if (ways.length === 1 && only !== undefined) return controlOf(only, root, isElement)
    if (ways.every((one) => one.const !== undefined)) return choice(ways.map((one) => one.const))
    const [one, other, ...more] = ways.map((way) => controlOf(way, root, isElement))
    return one === undefined || other === undefined || more.length > 0 ? { as: "json" } : eitherOf(one, other)
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
      return schema.items === undefined || isElement ? { as: "json" } : listOf(controlOf(schema.items, root, true))
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
    help: dereferenced(one, schema).description ?? ""
  }))
  return [...all.filter((one) => one.isRequired), ...all.filter((one) => !one.isRequired)]
}

type ReadValue = { readonly value: unknown } | { readonly problem: string }

const readJson = (text: string): ReadValue => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { problem: words.mustBeJson }
  }
}

const readNumber = (text: string, isWhole: boolean): ReadValue => {
  const value = Number(text)
  if (!Number.isFinite(value)) return { problem: words.mustBeNumber }
  return isWhole && !Number.isInteger(value) ? { problem: words.mustBeWhole } : { value }
}

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const readList = (lines: ReadonlyArray<string>, control: Control): ReadValue => {
  const values = lines.map((line) => read(line, control))
  return values.find((one) => "problem" in one) ?? { value: values.map((one) => "value" in one && one.value) }
}

const read = (text: string, control: Control): ReadValue => {
  switch (control.as) {
    case "text":
      if (control.takesNumbers !== true) return { value: text }
      return { value: /^\d{1,15}$/.test(text.trim()) ? Number(text) : text.trim() }
    case "boolean":
      return { value: text === "true" }
    case "number":
      return readNumber(text.trim(), control.isWhole)
    case "choice":
      return { value: control.values.find((one) => String(one) === text) }
    case "list":
      return readList(linesOf(text), control.of)
    case "choices":
      return { value: control.values.filter((one) => linesOf(text).includes(String(one))) }
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
