/**
 * Parses filters. The syntax has `and`, `or`, `not` and brackets; `==`, `!=`, `>`, `>=`, `<`, `<=`, `between 1 and 5`
 * for numbers; `==`, `!=`, `~`, `!~`, `contains`, `startsWith`, `endsWith`, `matches`, `in (...)`, `is empty` for
 * texts. `and` binds more tightly than `or`. A name with blanks stands in quotation marks: `"customEvent:Page Type"`.
 * Dates are texts as in reports, also where they are compared as numbers: `date >= "2026-01-31"`. In the result they
 * are the service's digits. Errors contain the position.
 */
import * as Result from "effect/Result"

import { dateFormOf, expectedDate, serviceDate, type DatePart } from "../dates.ts"
import { FIELD_NAME } from "../names.ts"
import type { Condition, Expression, NumberOperator, TextOperator } from "./Expression.ts"
import { FilterProblem, tokensOf, type Token } from "./tokens.ts"

const TEXT_WORDS: ReadonlyMap<string, TextOperator> = new Map([
  ["contains", "contains"],
  ["startswith", "startsWith"],
  ["beginswith", "startsWith"],
  ["endswith", "endsWith"],
  ["matches", "matches"]
])

const DATE_PARTS: Readonly<Record<TextOperator, DatePart>> = {
  "==": "whole",
  "~": "pattern",
  contains: "start",
  startsWith: "start",
  endsWith: "end",
  matches: "pattern"
}

const NUMBER_SIGNS: ReadonlySet<string> = new Set<NumberOperator>([">", ">=", "<", "<="])

/**
 * The deepest nesting of brackets and `not`. Real filters are not nested this deeply, and each level uses stack space.
 */
const MAX_DEPTH = 50

const EXPECTED = "==, !=, >, >=, <, <=, ~, !~, contains, startsWith, endsWith, matches, in, between or is empty"

class Parser {
  at = 0
  depth = 0
  readonly tokens: ReadonlyArray<Token>
  constructor(tokens: ReadonlyArray<Token>) {
    this.tokens = tokens
  }

  get token(): Token {
    return this.tokens[this.at] ?? { kind: "end", value: "", at: 0 }
  }

  next(): Token {
    const token = this.token
    this.at += 1
    return token
  }

  /** Consumes the next token if it is one of these words or signs. */
  take(...words: ReadonlyArray<string>): boolean {
    const { kind, value } = this.token
    const isOne = (kind === "name" || kind === "sign") && words.includes(value.toLowerCase())
    if (isOne) this.at += 1
    return isOne
  }

  expect(sign: string): void {
    if (!this.take(sign)) this.fail(`expected ${sign}`)
  }

  fail(expected: string): never {
    const { kind, value, at } = this.token
    throw new FilterProblem(`${expected}, not ${kind === "end" ? "the end" : JSON.stringify(value)}`, at)
  }

  joined(tag: "And" | "Or", part: () => Expression, ...words: ReadonlyArray<string>): Expression {
    const first = part()
    const all = [first]
    while (this.take(...words)) all.push(part())
    return all.length === 1 ? first : { _tag: tag, of: all }
  }

  or(): Expression {
    return this.joined("Or", () => this.and(), "or", "||")
  }

  and(): Expression {
    return this.joined("And", () => this.term(), "and", "&&")
  }

  term(): Expression {
    if (this.depth === MAX_DEPTH) this.fail(`at most ${MAX_DEPTH} brackets may be nested`)
    this.depth += 1
    const of = this.nested()
    this.depth -= 1
    return of
  }

  nested(): Expression {
    if (this.take("not", "!")) return { _tag: "Not", of: this.term() }
    if (!this.take("(")) return this.condition()
    const of = this.or()
    this.expect(")")
    return of
  }

  condition(): Expression {
    const { kind, value: field } = this.token
    const isQuotedName = kind === "text" && field.includes(":") && FIELD_NAME.test(field)
    if (kind !== "name" && !isQuotedName) this.fail("expected the name of a dimension or metric")
    this.next()
    if (this.take("not")) return { _tag: "Not", of: this.afterNot(field) }
    if (this.take("in")) return this.list(field)
    if (this.take("between")) return this.between(field)
    if (this.take("is")) {
      const isNot = this.take("not")
      if (!this.take("empty")) this.fail("expected empty")
      const empty: Condition = { _tag: "Empty", field }
      return isNot ? { _tag: "Not", of: empty } : empty
    }
    return this.comparison(field)
  }

  afterNot(field: string): Condition {
    if (this.take("in")) return this.list(field)
    if (this.take("between")) return this.between(field)
    const word = TEXT_WORDS.get(this.token.value.toLowerCase())
    if (word === undefined) this.fail("expected in, between, contains, startsWith, endsWith or matches")
    this.next()
    return this.textual(field, word)
  }

  comparison(field: string): Expression {
    const { value: sign, kind } = this.token
    const word = kind === "name" ? TEXT_WORDS.get(sign.toLowerCase()) : undefined
    if (word !== undefined) {
      this.next()
      return this.textual(field, word)
    }
    if (this.take("~", "=~")) return this.textual(field, "~")
    if (this.take("!~")) return { _tag: "Not", of: this.textual(field, "~") }
    if (this.take("==", "=")) return this.equal(field)
    if (this.take("!=")) return { _tag: "Not", of: this.equal(field) }
    if (kind !== "sign" || !NUMBER_SIGNS.has(sign)) this.fail(`expected ${EXPECTED}`)
    this.next()
    return { _tag: "Number", field, operator: sign as NumberOperator, value: this.number(field) }
  }

  equal(field: string): Condition {
    return this.token.kind === "number"
      ? { _tag: "Number", field, operator: "==", value: this.number(field) }
      : this.textual(field, "==")
  }

  textual(field: string, operator: TextOperator): Condition {
    return { _tag: "Text", field, operator, value: this.text(field, DATE_PARTS[operator]) }
  }

  list(field: string): Condition {
    this.expect("(")
    const values = [this.textOrNumber(field)]
    while (this.take(",")) values.push(this.textOrNumber(field))
    this.expect(")")
    return { _tag: "In", field, values }
  }

  between(field: string): Condition {
    const from = this.number(field)
    if (!this.take("and", "&&")) this.fail("expected and")
    const to = this.number(field)
    return { _tag: "Between", field, from, to }
  }

  text(field: string, part: DatePart): string {
    if (this.token.kind !== "text") this.fail('expected text in quotation marks, such as "Australia"')
    const value = serviceDate(field, this.token.value, part) ?? this.fail(expectedDate(field, part))
    this.next()
    return value
  }

  textOrNumber(field: string): string {
    return this.token.kind === "number" ? this.next().value : this.text(field, "whole")
  }

  number(field: string): number {
    const { kind, value } = this.token
    if (kind === "text" && dateFormOf(field) !== undefined && /^\d/.test(value))
      return Number(this.text(field, "whole"))
    if (kind !== "number") this.fail("expected a number")
    return Number(this.next().value)
  }

  whole(): Expression {
    const of = this.or()
    if (this.token.kind !== "end") this.fail("expected and, or, or the end")
    return of
  }
}

/** The part of a filter around a position, with a mark at the position. */
const excerptAround = (source: string, at: number): string => {
  const before = source.slice(Math.max(0, at - 20), at)
  const behind = source.slice(at, at + 12)
  return `${at > 20 ? "…" : ""}${before}⟶${behind}${source.length > at + 12 ? "…" : ""}`
}

/** Parses a filter. Fails with a message such as `at character 12, expected a number, not "x": sessions > ⟶x`. */
export const parse = (source: string): Result.Result<Expression, string> => {
  try {
    return Result.succeed(new Parser(tokensOf(source)).whole())
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error
    return Result.fail(`at character ${error.at + 1}: ${error.message}: ${excerptAround(source, error.at)}`)
  }
}
