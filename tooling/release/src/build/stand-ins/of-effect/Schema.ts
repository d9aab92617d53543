/**
 * The part of `effect/Schema` that the promise clients need, in a tenth of its bytes: the same constructors, with the
 * same messages and the same resulting values. These schemas validate and drop unknown fields. They transform nothing
 * and ignore annotations for agents. `promise-client.ts` bundles this in place of Effect's module; `Schema.test.ts`
 * compares the two. A constructor that is missing here fails the build.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

/** One problem: its path, and what the value must be. */
interface Issue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

interface Options {
  /** By default only the first problem is reported. */
  readonly errors?: "all"
  /** By default unknown fields are dropped. */
  readonly onExcessProperty?: "error"
}

/**
 * Returns the validated value. Problems are added to `issues`; if there are any, the returned value must not be used.
 */
type Read = (value: unknown, options: Options, issues: Array<Issue>) => unknown

/** Returns what is wrong with a value of the right type, or `undefined` if it is valid. */
type Rule = (value: never) => string | undefined

interface Statement {
  /** What the value must be, for messages: `string`, `"open" | "closed"`. */
  readonly expected: string
  /**
   * The types that `typeof` returns, plus `array` and `null`; any type if it is left out. A union tries only the
   * members that accept the value's type.
   */
  readonly types?: ReadonlyArray<string>
  /** The only valid value. */
  readonly literal?: unknown
  readonly read: Read
  readonly rules?: ReadonlyArray<Rule>
  /** Whether an object may lack the field. */
  readonly isOptional?: boolean
  readonly fields?: Fields
}

class Schema {
  readonly statement: Statement
  readonly fields: Fields | undefined
  constructor(statement: Statement) {
    this.statement = statement
    this.fields = statement.fields
  }
  /** Annotations for agents and documents are ignored. */
  annotate(): this {
    return this
  }
  check(...rules: ReadonlyArray<Rule>): Schema {
    return new Schema({ ...this.statement, rules: [...(this.statement.rules ?? []), ...rules] })
  }
}

type Fields = Readonly<Record<PropertyKey, Schema>>

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)

const complain = (issues: Array<Issue>, message: string): void => {
  issues.push({ path: [], message })
}

const read: (schema: Schema, ...rest: Parameters<Read>) => unknown = ({ statement }, value, options, issues) => {
  const { length } = issues
  const result = statement.read(value, options, issues)
  if (issues.length > length) return result
  for (const rule of statement.rules ?? []) {
    const message = rule(result as never)
    if (message === undefined) continue
    complain(issues, message)
    if (options.errors !== "all") break
  }
  return result
}

/** Reads the value of a key. @returns whether to read on */
const readAt = (
  schema: Schema,
  value: unknown,
  key: PropertyKey,
  into: object,
  options: Options,
  issues: Array<Issue>
): boolean => {
  const { length } = issues
  const result = read(schema, value, options, issues)
  for (let at = length; at < issues.length; at++) {
    const { path, message } = issues[at] as Issue
    issues[at] = { path: [key, ...path], message }
  }
  if (key !== "__proto__") (into as Record<PropertyKey, unknown>)[key] = result
  // Defines even special names, such as `__proto__`, as ordinary keys.
  else Object.defineProperty(into, key, { value: result, writable: true, enumerable: true, configurable: true })
  return issues.length === length || options.errors === "all"
}

const basic = (expected: string, types: ReadonlyArray<string> = [expected]) =>
  new Schema({
    expected,
    types,
    read: (value, _options, issues) => {
      if (!types.includes(typeOf(value))) complain(issues, `Expected ${expected}`)
      return value
    }
  })

const numberBy = (expected: string, is: (value: unknown) => boolean) =>
  number.check((value) => (is(value) ? undefined : `Expected ${expected}`))

const number = /* @__PURE__ */ basic("number")
export const String = /* @__PURE__ */ basic("string")
export const Boolean = /* @__PURE__ */ basic("boolean")
export const Null = /* @__PURE__ */ basic("null")
const Undefined = /* @__PURE__ */ basic("undefined")
export const Never = /* @__PURE__ */ basic("never", [])
export const Unknown = /* @__PURE__ */ new Schema({ expected: "unknown", read: (value) => value })
export const Finite = /* @__PURE__ */ numberBy("a finite number", Number.isFinite)
export const Int = /* @__PURE__ */ numberBy("an integer", Number.isSafeInteger)

type LiteralValue = string | number | boolean

/* @__NO_SIDE_EFFECTS__ */
export const Literal = (literal: LiteralValue): Schema => {
  const expected = JSON.stringify(literal)
  return new Schema({
    expected,
    types: [typeof literal],
    literal,
    read: (value, _options, issues) => {
      if (value !== literal) complain(issues, `Expected ${expected}`)
      return value
    }
  })
}

/** Tries the members in order. If none accepts the value, reports the problems of the members that accept its type. */
/* @__NO_SIDE_EFFECTS__ */
export const Union = (members: ReadonlyArray<Schema>): Schema => {
  const statements = members.map(({ statement }) => statement)
  const expected = [...new Set(statements.map((statement) => statement.expected))].join(" | ")
  return new Schema({
    expected,
    types: statements.flatMap(({ types }) => types ?? EVERY),
    read: (value, options, issues) => {
      const type = typeOf(value)
      const all: Array<Issue> = []
      for (const member of members) {
        const { types, literal } = member.statement
        if (types?.includes(type) === false || (literal !== undefined && literal !== value)) continue
        const own: Array<Issue> = []
        const result = read(member, value, options, own)
        if (own.length === 0) return result
        all.push(...own)
      }
      if (all.length === 0) complain(issues, `Expected ${expected}`)
      else issues.push(...all)
      return value
    }
  })
}

const EVERY = ["null", "undefined", "string", "number", "boolean", "symbol", "bigint", "object", "array", "function"]

/* @__NO_SIDE_EFFECTS__ */
export const Literals = (literals: ReadonlyArray<LiteralValue>): Schema => Union(literals.map(Literal))

/* @__NO_SIDE_EFFECTS__ */
export const NullOr = (schema: Schema): Schema => Union([schema, Null])

/* @__NO_SIDE_EFFECTS__ */
export const optionalKey = ({ statement }: Schema): Schema => new Schema({ ...statement, isOptional: true })

export const optional = (schema: Schema): Schema => optionalKey(Union([schema, Undefined]))

/* @__NO_SIDE_EFFECTS__ */
const array = (item: Schema): Schema =>
  new Schema({
    expected: "array",
    types: ["array"],
    read: (value, options, issues) => {
      const items: Array<unknown> = []
      if (!Array.isArray(value)) complain(issues, "Expected array")
      else for (let at = 0; at < value.length; at++) if (!readAt(item, value[at], at, items, options, issues)) break
      return items
    }
  })
export { array as Array }

/** Objects with known keys, and with any other keys if `rest` is set. */
const objects = (fields: Fields, rest?: Schema): Schema => {
  const names = Reflect.ownKeys(fields)
  const isKnown = (key: PropertyKey) => names.includes(key as string) || (rest !== undefined && typeof key === "string")
  return new Schema({
    expected: "object",
    types: ["object"],
    fields,
    read: (value, options, issues) => {
      const result = {}
      if (typeOf(value) !== "object") {
        complain(issues, "Expected object")
        return result
      }
      const record = value as Readonly<Record<PropertyKey, unknown>>
      const readsOn = () => issues.length === 0 || options.errors === "all"
      if (options.onExcessProperty === "error") {
        for (const key of Reflect.ownKeys(record)) {
          if (isKnown(key) || !Object.prototype.propertyIsEnumerable.call(record, key)) continue
          issues.push({ path: [key], message: "Expected no excess property" })
          if (!readsOn()) return result
        }
      }
      for (const name of names) {
        const field = fields[name] as Schema
        const isThere = name === "__proto__" ? Object.hasOwn(record, name) : name in record
        if (isThere) readAt(field, record[name], name, result, options, issues)
        else if (field.statement.isOptional !== true) issues.push({ path: [name], message: "Missing key" })
        if (!readsOn()) return result
      }
      if (rest !== undefined) {
        for (const key of Object.keys(record)) if (!readAt(rest, record[key], key, result, options, issues)) break
      }
      return result
    }
  })
}

const anything = (): Schema =>
  new Schema({
    expected: "object | array",
    types: EVERY.slice(2),
    fields: {},
    read: (value, _options, issues) => {
      if (value === null || value === undefined) complain(issues, "Expected object | array")
      return value
    }
  })

/** A struct without fields accepts anything but null, as Effect's does. */
/* @__NO_SIDE_EFFECTS__ */
export const Struct = (fields: Fields): Schema => (Reflect.ownKeys(fields).length === 0 ? anything() : objects(fields))

/** @param _key `String`, the only kind of key that is used */
/* @__NO_SIDE_EFFECTS__ */
export const Record = (_key: Schema, value: Schema): Schema => objects({}, value)

export const makeFilter = <A>(rule: (value: A) => string | undefined) => rule

/** Why a value was refused; read by `SchemaIssue`. */
interface SchemaError {
  readonly issue: ReadonlyArray<Issue>
}

export const decodeUnknownResult =
  (schema: Schema) =>
  (value: unknown, options: Options = {}): Result.Result<unknown, SchemaError> => {
    const issue: Array<Issue> = []
    const result = read(schema, value, options, issue)
    return issue.length === 0 ? Result.succeed(result) : Result.fail({ issue })
  }

export const decodeUnknownEffect =
  (schema: Schema) =>
  (value: unknown, options?: Options): Effect.Effect<unknown, SchemaError> =>
    Effect.suspend(() => Effect.fromResult(decodeUnknownResult(schema)(value, options)))
