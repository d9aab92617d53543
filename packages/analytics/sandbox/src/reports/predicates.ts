// Filters as predicates over the text of a dimension or the value of a metric.
// Source: https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/FilterExpression

import { invalid } from "../frame/errors.ts"
import type { Filter, FilterExpression, NumericValue } from "./request.ts"

/** Whether a value passes one filter. */
type Test<Value> = (value: Value) => boolean

const folded = (text: string, caseSensitive = false): string => (caseSensitive ? text : text.toLowerCase())

const pattern = (source: string, whole: boolean, caseSensitive: boolean): RegExp => {
  try {
    return new RegExp(whole ? `^(?:${source})$` : source, caseSensitive ? "u" : "iu")
  } catch {
    throw invalid(`The regular expression '${source}' in a stringFilter is invalid.`)
  }
}

const stringTest = ({
  caseSensitive = false,
  matchType,
  value = ""
}: NonNullable<Filter["stringFilter"]>): Test<string> => {
  const operand = folded(value, caseSensitive)
  switch (matchType ?? "MATCH_TYPE_UNSPECIFIED") {
    case "BEGINS_WITH":
      return (text) => folded(text, caseSensitive).startsWith(operand)
    case "ENDS_WITH":
      return (text) => folded(text, caseSensitive).endsWith(operand)
    case "CONTAINS":
      return (text) => folded(text, caseSensitive).includes(operand)
    case "FULL_REGEXP":
    case "PARTIAL_REGEXP": {
      const regexp = pattern(value, matchType === "FULL_REGEXP", caseSensitive)
      return (text) => regexp.test(text)
    }
    default:
      return (text) => folded(text, caseSensitive) === operand
  }
}

const numberOf = (value: NumericValue | undefined): number => {
  const number = value?.int64Value ?? value?.doubleValue
  if (number === undefined) throw invalid("A numeric filter requires a value: set int64Value or doubleValue.")
  return number
}

const numericTest = ({ operation, value }: NonNullable<Filter["numericFilter"]>): Test<number> => {
  const operand = numberOf(value)
  switch (operation ?? "OPERATION_UNSPECIFIED") {
    case "EQUAL":
      return (number) => number === operand
    case "LESS_THAN":
      return (number) => number < operand
    case "LESS_THAN_OR_EQUAL":
      return (number) => number <= operand
    case "GREATER_THAN":
      return (number) => number > operand
    case "GREATER_THAN_OR_EQUAL":
      return (number) => number >= operand
    default:
      throw invalid("A numericFilter requires an operation.")
  }
}

const betweenTest = ({ fromValue, toValue }: NonNullable<Filter["betweenFilter"]>): Test<number> => {
  const [from, to] = [numberOf(fromValue), numberOf(toValue)]
  return (number) => number >= from && number <= to
}

/** The predicate of a dimension filter. */
export const dimensionTest = ({
  betweenFilter,
  emptyFilter,
  inListFilter,
  numericFilter,
  stringFilter
}: Filter): Test<string> => {
  if (stringFilter !== undefined) return stringTest(stringFilter)
  if (inListFilter !== undefined) {
    const { caseSensitive, values = [] } = inListFilter
    if (values.length === 0) throw invalid("An inListFilter requires at least one value.")
    const operands = new Set(values.map((value) => folded(value, caseSensitive)))
    return (text) => operands.has(folded(text, caseSensitive))
  }
  if (emptyFilter !== undefined) return (text) => text === "" || text === "(not set)"
  const test =
    numericFilter === undefined
      ? betweenFilter === undefined
        ? undefined
        : betweenTest(betweenFilter)
      : numericTest(numericFilter)
  if (test === undefined)
    throw invalid("A filter requires one of stringFilter, inListFilter, numericFilter, betweenFilter, emptyFilter.")
  return (text) => text !== "" && test(Number(text))
}

/** The predicate of a metric filter, which compares only numbers. */
export const metricTest = ({ betweenFilter, fieldName, numericFilter }: Filter): Test<number> => {
  if (numericFilter !== undefined) return numericTest(numericFilter)
  if (betweenFilter !== undefined) return betweenTest(betweenFilter)
  throw invalid(`The metricFilter on ${fieldName ?? ""} must be a numericFilter or a betweenFilter.`)
}

const maxDepth = 20

/** Combines a tree of filters into one function. `leaf` converts a single filter. */
export const combine = <Subject>(
  expression: FilterExpression,
  leaf: (filter: Filter) => (subject: Subject) => boolean,
  depth = 0
): ((subject: Subject) => boolean) => {
  if (depth > maxDepth) throw invalid("The filter expression is nested too deeply.")
  const { andGroup, filter, notExpression, orGroup } = expression
  if (filter !== undefined) return leaf(filter)
  if (notExpression !== undefined) {
    const inner = combine(notExpression, leaf, depth + 1)
    return (subject) => !inner(subject)
  }
  const inner = (andGroup ?? orGroup)?.expressions?.map((one) => combine(one, leaf, depth + 1)) ?? []
  if (inner.length === 0)
    throw invalid("A filter expression is empty: set one of andGroup, orGroup, notExpression, filter.")
  return andGroup === undefined
    ? (subject) => inner.some((test) => test(subject))
    : (subject) => inner.every((test) => test(subject))
}
