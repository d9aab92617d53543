// Sorts rows.

import { invalid } from "../frame/errors.ts"
import type { OrderBy } from "./request.ts"
import type { Row } from "./rows.ts"

type Compare = (one: Row, other: Row) => number

export interface Names {
  readonly dimensions: ReadonlyArray<string>
  readonly metrics: ReadonlyArray<string>
}

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** Texts that are not numbers come first. */
const byNumber = (one: string, other: string): number => {
  const [left, right] = [Number(one), Number(other)]
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(right)) - Number(Number.isNaN(left)) || byText(one, other)
  return left - right
}

const textOrders = {
  ORDER_TYPE_UNSPECIFIED: byText,
  ALPHANUMERIC: byText,
  CASE_INSENSITIVE_ALPHANUMERIC: (one: string, other: string) => byText(one.toLowerCase(), other.toLowerCase()),
  NUMERIC: byNumber
} as const

const indexOf = (kind: "dimension" | "metric", names: ReadonlyArray<string>, name = ""): number => {
  const index = names.indexOf(name)
  if (index === -1) throw invalid(`The ${kind} '${name}' in orderBys is not among the ${kind}s of the request.`)
  return index
}

const compareOf = ({ desc = false, dimension, metric }: OrderBy, names: Names): Compare => {
  const sign = desc ? -1 : 1
  if (metric !== undefined) {
    const at = indexOf("metric", names.metrics, metric.metricName)
    return (one, other) => sign * ((one.values[at] ?? 0) - (other.values[at] ?? 0))
  }
  if (dimension === undefined) throw invalid("An orderBy requires one of metric, dimension, pivot.")
  const at = indexOf("dimension", names.dimensions, dimension.dimensionName)
  const compare = textOrders[dimension.orderType ?? "ORDER_TYPE_UNSPECIFIED"]
  return (one, other) => sign * compare(one.texts[at] ?? "", other.texts[at] ?? "")
}

/**
 * Sorts rows by the given order, or else by the first metric, largest first. Ties are broken by the texts, so that
 * pages do not overlap.
 */
export const ordered = (
  rows: ReadonlyArray<Row>,
  orderBys: ReadonlyArray<OrderBy> = [],
  names: Names
): ReadonlyArray<Row> => {
  const requestOrder = orderBys.map((orderBy) => compareOf(orderBy, names))
  const first: Compare = (one, other) => (other.values[0] ?? 0) - (one.values[0] ?? 0)
  const compares = requestOrder.length === 0 && names.metrics.length > 0 ? [first] : requestOrder
  return rows.toSorted((one, other) => {
    for (const compare of compares) {
      const order = compare(one, other)
      if (order !== 0) return order
    }
    for (const [index, text] of one.texts.entries()) {
      const order = byText(text, other.texts[index] ?? "")
      if (order !== 0) return order
    }
    return 0
  })
}
