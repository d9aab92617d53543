/** Converts filters to the service's format, in which dimension and metric conditions are separate. */
import { defined } from "@inlay/core-http/json-object"
import * as Result from "effect/Result"

import {
  conditionsOf,
  fieldsOf,
  type Condition,
  type Expression,
  type NumberOperator,
  type TextOperator
} from "../../schema/filter/Expression.ts"

type Json = Readonly<Record<string, unknown>>

const MATCH_TYPES: Readonly<Record<TextOperator, string>> = {
  "==": "EXACT",
  "~": "PARTIAL_REGEXP",
  contains: "CONTAINS",
  startsWith: "BEGINS_WITH",
  endsWith: "ENDS_WITH",
  matches: "FULL_REGEXP"
}

const OPERATIONS: Readonly<Record<NumberOperator, string>> = {
  "==": "EQUAL",
  ">": "GREATER_THAN",
  ">=": "GREATER_THAN_OR_EQUAL",
  "<": "LESS_THAN",
  "<=": "LESS_THAN_OR_EQUAL"
}

/** The service expects whole numbers as text. */
const numberOf = (value: number): Json =>
  Number.isSafeInteger(value) ? { int64Value: String(value) } : { doubleValue: value }

const kindOf = (condition: Condition): Json => {
  switch (condition._tag) {
    case "Text":
      return { stringFilter: { matchType: MATCH_TYPES[condition.operator], value: condition.value } }
    case "Number":
      return { numericFilter: { operation: OPERATIONS[condition.operator], value: numberOf(condition.value) } }
    case "In":
      return { inListFilter: { values: condition.values } }
    case "Between":
      return { betweenFilter: { fromValue: numberOf(condition.from), toValue: numberOf(condition.to) } }
    case "Empty":
      return { emptyFilter: {} }
  }
}

/** An expression in the service's format. */
const expressionOf = (expression: Expression): Json => {
  switch (expression._tag) {
    case "And":
      return { andGroup: { expressions: expression.of.map(expressionOf) } }
    case "Or":
      return { orGroup: { expressions: expression.of.map(expressionOf) } }
    case "Not":
      return { notExpression: expressionOf(expression.of) }
    default:
      return { filter: { fieldName: expression.field, ...kindOf(expression) } }
  }
}

/** Whether a name is a dimension or a metric. */
export type Kind = "dimension" | "metric"

/** Separate filters for dimensions and metrics, as the service requires. */
export interface Filters {
  readonly dimensionFilter?: Json
  readonly metricFilter?: Json
}

/** The names of the fields in a filter. */
export const fieldNamesIn = (filter: unknown): ReadonlyArray<string> =>
  typeof filter !== "object" || filter === null
    ? []
    : Object.entries(filter).flatMap(([key, value]) => (key === "fieldName" ? [String(value)] : fieldNamesIn(value)))

const conjunction = (parts: ReadonlyArray<Expression>): Json | undefined => {
  const [only, ...more] = parts
  if (only === undefined) return undefined
  return expressionOf(more.length === 0 ? only : { _tag: "And", of: parts })
}

const kindsIn = (expression: Expression, kinds: ReadonlyMap<string, Kind>): ReadonlySet<Kind | undefined> =>
  new Set(fieldsOf(expression).map((field) => kinds.get(field)))

/** Only comparisons with numbers are possible on metrics. */
const wrongOnMetric = (expression: Expression, kinds: ReadonlyMap<string, Kind>): Condition | undefined =>
  conditionsOf(expression).find(
    ({ _tag, field }) => kinds.get(field) === "metric" && _tag !== "Number" && _tag !== "Between"
  )

const problemOnMetric = (condition: Condition): string => {
  const { _tag, field } = condition
  if (_tag === "Text" && condition.operator === "==") return `compares ${field}, a metric, with text: write a number`
  const operator = _tag === "Text" ? condition.operator : _tag === "In" ? "in" : "is empty"
  return `uses ${operator} on ${field}, a metric: metrics can be compared with ==, !=, >, >=, <, <= and between`
}

/** The conditions that `and` joins, whatever brackets they are in. */
const partsOf = (expression: Expression): ReadonlyArray<Expression> =>
  expression._tag === "And" ? expression.of.flatMap(partsOf) : [expression]

/**
 * Splits a filter into dimension and metric conditions, given the kind of each name. Fails with a message if this is
 * impossible.
 */
export const filtersOf = (expression: Expression, kinds: ReadonlyMap<string, Kind>): Result.Result<Filters, string> => {
  const wrong = wrongOnMetric(expression, kinds)
  if (wrong !== undefined) return Result.fail(problemOnMetric(wrong))
  const parts = partsOf(expression)
  const mixedPart = parts.find((part) => kindsIn(part, kinds).size > 1)
  if (mixedPart !== undefined) {
    return Result.fail(
      `joins conditions on dimensions and on metrics (${fieldsOf(mixedPart).join(", ")}) with or or not: the service only joins them with and`
    )
  }
  const of = (kind: Kind) => conjunction(parts.filter((part) => kindsIn(part, kinds).has(kind)))
  return Result.succeed(defined({ dimensionFilter: of("dimension"), metricFilter: of("metric") }))
}
