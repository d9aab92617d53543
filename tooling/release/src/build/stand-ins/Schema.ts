/**
 * What the promise clients need of `effect/Schema`, in a tenth of its bytes: the same constructors, which judge with the same
 * messages and give the same values. Schemas here judge and drop unknown fields; they transform nothing and know no words for
 * agents. `promise-client.ts` bundles this in the place of Effect's; `Schema.test.ts` holds the two to each other. A constructor
 * that is missing here fails the build.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

/** One complaint: where, and what a value must be. */
interface Issue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

interface Options {
  /** The first complaint by default. */
  readonly errors?: "all"
  /** Dropped by default. */
  readonly onExcessProperty?: "error"
}

/** Gives the value as it is handed on. What is wrong with it is added to the issues; then what is given is of no use. */
type Read = (value: unknown, options: Options, issues: Array<Issue>) => unknown

/** What is wrong with a value of the right type; `undefined` where nothing is. */
type Rule = (value: never) => string | undefined

interface Statement {
  /** What the value must be, in messages: `string`, `"open" | "closed"`. */
  readonly expected: string
  /** As `typeof` has it, and `array` and `null`; all where it is left out. A union reads by those members that take the type. */
  readonly types?: ReadonlyArray<string>
  /** The only value. */
  readonly literal?: unknown
  readonly read: Read
  readonly rules?: ReadonlyArray<Rule>
  /** Whether an object may be without it. */
  readonly isOptional?: boolean
  readonly fields?: Fields
}

class Schema {
  readonly statement: Statement
  /** Of a struct. */
  readonly fields: Fields | undefined
  constructor(statement: Statement) {
    this.statement = statement
    this.fields = statement.fields
  }
  /** Words for agents and documents. */
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

/** Reads what stands under a key. @returns whether to read on */
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
  // A key like any other.
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

/** The first member that takes the value. Complaints are those of the members that take its type. */
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

export const Literals = (literals: ReadonlyArray<LiteralValue>): Schema => Union(literals.map(Literal))

export const NullOr = (schema: Schema): Schema => Union([schema, Null])

export const optionalKey = ({ statement }: Schema): Schema => new Schema({ ...statement, isOptional: true })

export const optional = (schema: Schema): Schema => optionalKey(Union([schema, Undefined]))

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

/** Objects whose keys are known, or any. */
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

/** One without fields takes anything but null, as Effect's does. */
export const Struct = (fields: Fields): Schema => (Reflect.ownKeys(fields).length === 0 ? anything() : objects(fields))

/** @param _key `String`, the only kind of key that is used */
export const Record = (_key: Schema, value: Schema): Schema => objects({}, value)

/** A rule of `check`. */
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
