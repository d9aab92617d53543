/** Pivot reports, in which the values of dimensions form columns. */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Schema from "effect/Schema"

import * as Names from "./names.ts"
import { PropertyName } from "./Property.ts"
import * as Fields from "./report-fields.ts"
import { Facts, Column, Row, reportParts } from "./Report.ts"

/** A pivot: dimensions whose values form columns. */
export const Pivot = Schema.Struct({
  fieldNames: Schema.Array(Names.dimension()),
  /** The most values of the pivot. The product of all pivots' limits is at most 250,000. */
  limit: Names.integerFrom(1, Fields.MAX_ROWS)(),
  offset: Fields.offset,
  order: Fields.order,
  totals: Fields.totals
})
export type Pivot = typeof Pivot.Type

const { metrics, dimensions, range, filter, currencyCode, keepEmptyRows } = reportParts

const pivotParts = { metrics, dimensions, range, filter, pivots: Schema.Array(Pivot), currencyCode, keepEmptyRows }

/** A pivot report of a property. */
export const PivotInput = Schema.Struct({ ...PropertyName.fields, ...pivotParts })
export type PivotInput = typeof PivotInput.Type

/** Up to five pivot reports of one property in one request. */
export const PivotBatchInput = Schema.Struct({
  ...PropertyName.fields,
  reports: Fields.reports(Schema.Struct(pivotParts))
})
export type PivotBatchInput = typeof PivotBatchInput.Type

const pivotsOf = (value: unknown): ReadonlyArray<Partial<Pivot>> =>
  Array.isArray(value) ? value.filter((one): one is object => typeof one === "object" && one !== null) : []

/** Validation rules between the fields of a pivot report. */
export const pivotRules = (input: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> => {
  const pivots = pivotsOf(input["pivots"])
  const pivotFields = pivots.flatMap(({ fieldNames }) => (Array.isArray(fieldNames) ? fieldNames : []))
  const dimensionNames = new Set<unknown>(Array.isArray(input["dimensions"]) ? input["dimensions"] : [])
  const unexpected = pivotFields.find((name) => name !== "dateRange" && !dimensionNames.has(name))
  const twice = Fields.firstRepeated(pivotFields)
  const product = pivots.reduce((all, { limit }) => all * (typeof limit === "number" ? limit : 1), 1)
  const problems = [
    ...(pivots.length === 0 ? ["must name at least one pivot"] : []),
    ...(unexpected === undefined ? [] : [`name ${unexpected}, which is not among the dimensions`]),
    ...(twice === undefined ? [] : [`name ${twice} twice`]),
    ...(product > Fields.MAX_ROWS ? [`have limits whose product is ${product}: at most ${Fields.MAX_ROWS}`] : [])
  ]
  const hasMetric = Array.isArray(input["metrics"]) && input["metrics"].length > 0
  return [
    ...(hasMetric ? [] : [{ field: "metrics", message: "must name a metric, as a pivot report needs one" }]),
    ...Fields.columnRules({ ...input, order: undefined }).filter(({ field }) => hasMetric || field !== "metrics"),
    ...problems.map((message) => ({ field: "pivots", message }))
  ]
}

/** Validation rules for the reports in a batch. */
export const pivotBatchRules = Fields.batchRulesBy(pivotRules)

/** The values of a pivot's dimensions, in order, and their total number. */
const PivotValues = Schema.Struct({ values: Schema.Array(Schema.Array(Schema.String)), rowCount: Schema.Int })

/** A pivot report. Its rows are the cells. */
export const PivotReport = Schema.Struct({
  columns: Schema.Array(Column),
  rows: Schema.Array(Row),
  /** In the order of the requested pivots. */
  pivots: Schema.Array(PivotValues),
  ...Facts.fields
})
export type PivotReport = typeof PivotReport.Type

/** The pivot reports of a batch, in order. */
export const PivotReports = Schema.Struct({ reports: Schema.Array(PivotReport) })
export type PivotReports = typeof PivotReports.Type
