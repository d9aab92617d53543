/**
 * Adapts inputs from language models to a step's schema if there is only one possible reading: an optional field that
 * is null or empty counts as omitted, a number, boolean, list or object written as text is parsed, a whole number given
 * for a text is that text, and one text given for a list of texts is its only item. Any other value is left unchanged
 * for the schema to validate.
 */
import { isJsonObject } from "@inlay/core-http/json-object"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

const NUMBER = /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?\s*$/

/** Beyond 2^53 a number loses its last digits, so such text is not converted. */
const isExact = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER

/** Unwraps a nullable type to its only other type. */
const onlyType = (ast: AST.AST): AST.AST => {
  if (ast._tag !== "Union") return ast
  const types = ast.types.filter(({ _tag }) => _tag !== "Null")
  return types.length === 1 && types[0] !== undefined ? onlyType(types[0]) : ast
}

const takesNull = (ast: AST.AST): boolean =>
  ast._tag === "Null" ||
  ast._tag === "Unknown" ||
  ast._tag === "Any" ||
  (ast._tag === "Union" && ast.types.some(takesNull))

const parse = (text: string, opening: string): unknown => {
  if (!text.trimStart().startsWith(opening)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const isText = (ast: AST.AST): boolean =>
  ast._tag === "String" ||
  (ast._tag === "Literal" && typeof ast.literal === "string") ||
  (ast._tag === "Union" && ast.types.every(isText))

/** What separates several texts, begins a list or JSON, or is about the whole list. */
const NOT_ONE = /[,;|\r\n{[]|^\s*([-*]\s|(none|null|undefined|all|any|\*)\s*$|$)/i

/** A list as text, or one text of a list of texts. What may be several or none is left unchanged. */
const listIn = (text: string, item: AST.AST | undefined): unknown =>
  item !== undefined && isText(item) && !NOT_ONE.test(text) ? [text] : parse(text, "[")

/** Matches a choice regardless of case: `OPEN` for `open`. */
const choice = (ast: AST.Union, text: string): unknown => {
  const values = ast.types.flatMap((type) => (type._tag === "Literal" ? [type.literal] : []))
  if (values.length < ast.types.length || values.includes(text)) return text
  const alike = values.filter((value) => String(value).toLowerCase() === text.trim().toLowerCase())
  return alike.length === 1 ? alike[0] : text
}

/** A whole number for a text, such as an id. Not for the values of a record, such as headers, which have no names. */
const digits = (schema: AST.AST, value: unknown): unknown =>
  typeof value === "number" && isExact(value) && Number.isInteger(value) && onlyType(schema)._tag === "String"
    ? String(value)
    : value

const fields = (ast: AST.Objects, value: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const types = new Map(ast.propertySignatures.map(({ name, type }) => [name, type]))
  const entries = Object.entries(value).flatMap(([key, item]): ReadonlyArray<readonly [string, unknown]> => {
    const ownType = types.get(key)
    const type = ownType ?? (ast.propertySignatures.length === 0 ? ast.indexSignatures[0]?.type : undefined)
    if (type === undefined) return [[key, item]]
    if (AST.isOptional(type) && (item === "" || (item === null && !takesNull(type)))) return []
    return [[key, read(type, ownType === undefined ? item : digits(ownType, item))]]
  })
  return Object.fromEntries(entries)
}

const read = (schema: AST.AST, value: unknown): unknown => {
  const ast = onlyType(schema)
  switch (ast._tag) {
    case "Number":
      return typeof value === "string" && NUMBER.test(value) && isExact(Number(value)) ? Number(value) : value
    case "Boolean":
      return value === "true" ? true : value === "false" ? false : value
    case "Union":
      return typeof value === "string" ? choice(ast, value) : value
    case "Arrays": {
      const rest = ast.rest[0]
      const list = typeof value === "string" ? listIn(value, rest) : value
      return Array.isArray(list) && rest !== undefined
        ? list.map((item: unknown) => read(rest, digits(rest, item)))
        : list
    }
    case "Objects": {
      const object = typeof value === "string" ? parse(value, "{") : value
      return isJsonObject(object) ? fields(ast, object) : object
    }
    default:
      return value
  }
}

/** Converts a step's raw input to the types of its schema where the conversion is unambiguous. */
export const lenient = (schema: Schema.Top, input: unknown): unknown => read(schema.ast, input)
