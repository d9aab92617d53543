/** Builds report requests in the service's format. */
import { defined } from "@inlay/core-http/json-object"
import * as Result from "effect/Result"

import { METRIC_EXPRESSION } from "../../schema/names.ts"
import type { Pivot, PivotInput } from "../../schema/PivotReport.ts"
import * as Ranges from "../../schema/ranges.ts"
import { minuteRanges, type RealtimeInput } from "../../schema/RealtimeReport.ts"
import { metricName } from "../../schema/report-fields.ts"
import type { BatchedReport } from "../../schema/Report.ts"
import { fieldNamesIn, type Filters } from "./filter-expression.ts"

type Body = Record<string, unknown>

interface ColumnNames {
  readonly metrics?: ReadonlyArray<string>
  readonly dimensions?: ReadonlyArray<string>
}

/** A metric, which can be a name with an expression. */
export const metricOf = (metric: string): Body => {
  const [, name, expression] = METRIC_EXPRESSION.exec(metric) ?? []
  return name === undefined ? { name: metric } : { name, expression: expression?.trim() }
}

const columns = ({ metrics, dimensions }: ColumnNames): Body =>
  defined({
    dimensions: dimensions?.map((name) => ({ name })),
    metrics: metrics?.map(metricOf)
  })

/** Names to sort by. A leading `-` sorts descending. Names that are not metrics of the report are dimensions. */
const orderOf = (order: ReadonlyArray<string>, { metrics = [] }: ColumnNames): ReadonlyArray<Body> =>
  order.map((entry) => {
    const name = entry.replace(/^-/, "")
    return {
      ...(metrics.map(metricName).includes(name)
        ? { metric: { metricName: name } }
        : { dimension: { dimensionName: name } }),
      ...(entry.startsWith("-") && { desc: true })
    }
  })

/** The ranges of a report, including the preceding one for a comparison. The input has already been validated. */
export const rangesOf = ({ range = Ranges.DEFAULT_RANGE, compare }: Pick<BatchedReport, "range" | "compare">) => {
  const ranges = Result.getOrElse(Ranges.parse(range), () => [])
  const [only] = ranges
  const before = compare === true && only !== undefined ? Ranges.before(only) : undefined
  return before === undefined || only === undefined
    ? ranges
    : [
        { ...only, name: only.name ?? "current" },
        { ...before, name: Ranges.PREVIOUS }
      ]
}

/**
 * The dimensions that an order does not name. Added to it, they leave no ties, which the service may order differently
 * on each page. The rows of several ranges stay tied, because the service does not document sorting by `dateRange`.
 */
const tieBreakers = ({ order = [], dimensions = [] }: BatchedReport): ReadonlyArray<string> => {
  const named = new Set(order.map((entry) => entry.replace(/^-/, "")))
  return dimensions.filter((name) => !named.has(name))
}

/** The body of `runReport`. Rows are always sorted, so that pages do not overlap. 64-bit numbers are sent as text. */
export const reportBody = (input: BatchedReport, filters: Filters): Body => {
  const { order = [], limit, offset, totals, currencyCode, keepEmptyRows } = input
  const orderBys = orderOf([...order, ...tieBreakers(input)], input)
  return defined({
    ...columns(input),
    dateRanges: rangesOf(input),
    ...filters,
    ...(orderBys.length > 0 && { orderBys }),
    ...(limit !== undefined && { limit: String(limit) }),
    ...(offset !== undefined && { offset: String(offset) }),
    ...(totals === true && { metricAggregations: ["TOTAL"] }),
    currencyCode,
    keepEmptyRows,
    returnPropertyQuota: true
  })
}

/** The body of `runRealtimeReport`. */
export const realtimeBody = (input: RealtimeInput, filters: Filters): Body => {
  const { minutes, order, limit, totals } = input
  const ranges = minutes === undefined ? [] : Result.getOrElse(minuteRanges(minutes), () => [])
  return defined({
    ...columns(input),
    ...(ranges.length > 0 && { minuteRanges: ranges }),
    ...filters,
    ...(order !== undefined && order.length > 0 && { orderBys: orderOf(order, input) }),
    ...(limit !== undefined && { limit: String(limit) }),
    ...(totals === true && { metricAggregations: ["TOTAL"] }),
    returnPropertyQuota: true
  })
}

const pivotOf = ({ fieldNames, limit, offset, order, totals }: Pivot, columnNames: ColumnNames): Body => ({
  fieldNames,
  limit: String(limit),
  ...(offset !== undefined && { offset: String(offset) }),
  ...(order !== undefined && { orderBys: orderOf(order, columnNames) }),
  ...(totals === true && { metricAggregations: ["TOTAL"] })
})

/**
 * The body of `runPivotReport`. The fields of its filters must be requested, and a dimension that is in no pivot is not
 * shown: https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/properties/runPivotReport
 */
export const pivotBody = (input: Omit<PivotInput, "property">, filters: Filters): Body => {
  const { range, currencyCode, keepEmptyRows, pivots, dimensions = [], metrics = [] } = input
  const others = (filter: unknown, requested: ReadonlyArray<string>) =>
    [...new Set(fieldNamesIn(filter))].filter((name) => !requested.includes(name))
  const hiddenDimensions = others(filters.dimensionFilter, dimensions)
  const hiddenMetrics = others(filters.metricFilter, metrics.map(metricName))
  return defined({
    dimensions: [...dimensions, ...hiddenDimensions].map((name) => ({ name })),
    metrics: [...metrics.map(metricOf), ...hiddenMetrics.map((name) => ({ name, invisible: true }))],
    dateRanges: rangesOf({ ...(range !== undefined && { range }) }),
    ...filters,
    pivots: pivots.map((pivot) => pivotOf(pivot, input)),
    currencyCode,
    keepEmptyRows,
    returnPropertyQuota: true
  })
}
