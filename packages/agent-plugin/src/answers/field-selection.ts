/** Selects fields of a list's items by name, including nested ones such as `user.login`. */
import { isJsonObject } from "@inlay/core-http/json-object"
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"

/** Makes every field of a schema optional, at any depth, because `fields` may remove any of them. */
export const partial = (schema: Schema.Top): Schema.Codec<unknown, unknown> => loose(schema) as never

const loose = (schema: Schema.Top): Schema.Top => {
  const {
    fields,
    members,
    schema: optional,
    value,
    key
  } = schema as Schema.Top & {
    readonly fields?: Readonly<Record<string, Schema.Top>>
    readonly members?: ReadonlyArray<Schema.Top>
    readonly schema?: Schema.Top
    readonly value?: Schema.Top
    readonly key?: Schema.Top
  }
  if (optional !== undefined) return loose(optional)
  if (fields !== undefined) {
    return Schema.Struct(
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Schema.optionalKey(loose(field))]))
    )
  }
  if (members !== undefined) return Schema.Union(members.map(loose))
  if (value === undefined) return schema
  return key === undefined ? Schema.Array(loose(value)) : Schema.Record(Schema.String, loose(value))
}

/** Unwraps nullable types and lists to the type of their items. */
const inner = (ast: AST.AST): AST.AST => {
  if (ast._tag === "Union") {
    const types = ast.types.filter(({ _tag }) => _tag !== "Null")
    const object = types.map(inner).find(({ _tag }) => _tag === "Objects")
    return object ?? (types.length === 1 && types[0] !== undefined ? inner(types[0]) : ast)
  }
  const item = ast._tag === "Arrays" ? ast.rest[0] : undefined
  return item === undefined ? ast : inner(item)
}

/**
 * Returns what is wrong with a field name, or `undefined` if it is valid. In a record with arbitrary keys, field names
 * refer to its values.
 */
const problemOf = (ast: AST.AST, parts: ReadonlyArray<string>): string | undefined => {
  const [name = "", ...rest] = parts
  const type = inner(ast)
  if (type._tag !== "Objects") return parts.length === 0 ? undefined : "does not have fields"
  const byName = type.indexSignatures[0]?.type
  if (byName !== undefined) return parts.length === 0 ? undefined : problemOf(byName, parts)
  if (parts.length === 0) return undefined
  const property = type.propertySignatures.find((one) => one.name === name)
  if (property !== undefined) return problemOf(property.type, rest)
  return `is not a field; fields: ${type.propertySignatures.map((one) => String(one.name)).join(", ")}`
}

/** Returns an error for each requested field that an item does not have. */
export const wrongFields = (item: Schema.Top, fields: ReadonlyArray<string>): ReadonlyArray<FieldError> => {
  if (fields.length === 0) return [{ field: "fields", message: "must name at least one field; omit it to keep all" }]
  return fields.flatMap((field, index) => {
    const message = problemOf(item.ast, field.split("."))
    return message === undefined ? [] : [{ field: `fields.${index}`, message }]
  })
}

type FieldTree = Map<string, FieldTree>

const wantedOf = (fields: ReadonlyArray<string>): FieldTree => {
  const fieldTree: FieldTree = new Map()
  for (const field of fields) {
    let at = fieldTree
    const parts = field.split(".")
    parts.forEach((name, index) => {
      const branch = at.get(name)
      // A shorter name that was requested already includes the whole field.
      const isWhole = branch !== undefined && branch.size === 0
      const next: FieldTree = branch ?? new Map()
      at.set(name, index === parts.length - 1 ? new Map() : next)
      at = isWhole ? new Map() : next
    })
  }
  return fieldTree
}

const pick = (value: unknown, fieldTree: FieldTree): unknown => {
  if (fieldTree.size === 0) return value
  if (Array.isArray(value)) return value.map((item: unknown) => pick(item, fieldTree))
  if (!isJsonObject(value)) return value
  const fields = [...fieldTree].filter(([name]) => Object.hasOwn(value, name))
  if (fields.length > 0) return Object.fromEntries(fields.map(([name, inside]) => [name, pick(value[name], inside)]))
  // A record with arbitrary keys, such as the files of a gist: the fields are those of each value.
  const values = Object.entries(value)
  return values.every(([, item]) => isJsonObject(item))
    ? Object.fromEntries(values.map(([name, item]) => [name, pick(item, fieldTree)]))
    : {}
}

/**
 * Keeps only the named fields of a value. `user.login` is a nested field; if the value or a field is a list, the names
 * apply to each item.
 */
export const select = (value: unknown, fields: ReadonlyArray<string> | undefined): unknown =>
  fields === undefined ? value : pick(value, wantedOf(fields))

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) ? value.every(isNothing) : isJsonObject(value) && Object.values(value).every(isNothing))

/** Number of items searched for a field. If none of them has it, the rest are not searched. */
const LOOKED_AT = 1_000

/**
 * Returns the requested fields that occur nowhere in a value. Of a long list, only the first thousand items are
 * searched.
 */
export const missing = (value: unknown, fields: ReadonlyArray<string>): ReadonlyArray<string> => {
  const sample = Array.isArray(value) ? value.slice(0, LOOKED_AT) : value
  return fields.filter((field) => isNothing(pick(sample, wantedOf([field]))))
}
