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

/** An arbitrary but repeatable number for a text (FNV-1a). */
const hash = (text: string): number => {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum >>> 0
}

/** Breaks ties by the texts or, on later pages, arbitrarily: the service promises no order of ties across requests. */
const byTexts =
  (offset: number): Compare =>
  (one, other) => {
    const [left, right] = [one, other].map(({ texts }) => texts.join("\n"))
    const arbitrary = offset > 0 ? hash(`${offset} ${left}`) - hash(`${offset} ${right}`) : 0
    return arbitrary || byText(left ?? "", right ?? "")
  }

/** Sorts rows by the given order, or else by the first metric, largest first. */
export const ordered = (
  rows: ReadonlyArray<Row>,
  orderBys: ReadonlyArray<OrderBy> = [],
  names: Names,
  offset = 0
): ReadonlyArray<Row> => {
  const requestOrder = orderBys.map((orderBy) => compareOf(orderBy, names))
  const first: Compare = (one, other) => (other.values[0] ?? 0) - (one.values[0] ?? 0)
  const compares = [
    ...(requestOrder.length === 0 && names.metrics.length > 0 ? [first] : requestOrder),
    byTexts(offset)
  ]
  return rows.toSorted((one, other) => {
    for (const compare of compares) {
      const order = compare(one, other)
      if (order !== 0) return order
    }
    return 0
  })
}
