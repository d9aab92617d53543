/** Reports: the request fields, and rows of typed values with data quality and quota. */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Names from "./names.ts"
import { PropertyName } from "./Property.ts"
import { Quality } from "./Quality.ts"
import { Quota } from "./Quota.ts"
import * as Ranges from "./ranges.ts"
import * as Fields from "./report-fields.ts"

/** The fields of a report request, except the property. */
export const reportParts = {
  /** API names, such as `sessions`, or a name and its expression: `perUser = eventCount/activeUsers`. At most 10. */
  metrics: Fields.metrics,
  /** API names, such as `country` or `customEvent:plan`. At most 9. */
  dimensions: Fields.dimensions,
  /** `START..END` or one day, up to four with commas between them. Defaults to `28daysAgo..yesterday`. */
  range: Schema.optionalKey(Ranges.range()),
  /** Conditions, such as `country == "Australia" and sessions > 10`. The package's README lists the operators. */
  filter: Fields.filter,
  /** Names of columns to sort by. `-sessions` sorts by the largest first. */
  order: Fields.order,
  /** The most rows of the response. Defaults to 10,000. Of several ranges, it may be this many of each. */
  limit: Fields.limit,
  /** Rows to skip. Of several ranges, it may be this many of each: add `limit` to it for the next page. */
  offset: Fields.offset,
  /** Whether to return totals over the whole report. */
  totals: Fields.totals,
  /** Adds the same data for the preceding period of the same length. Each row names its period in `dateRange`. */
  compare: Schema.optionalKey(Schema.Boolean),
  /** Currency of revenue. Defaults to the property's currency. */
  currencyCode: Schema.optionalKey(Names.currencyCode()),
  /** Whether to include rows whose metrics are all 0. */
  keepEmptyRows: Schema.optionalKey(Schema.Boolean)
}

/** A report of a property. */
export const ReportInput = Schema.Struct({ ...PropertyName.fields, ...reportParts })
export type ReportInput = typeof ReportInput.Type

/** One report of a batch. */
export const BatchedReport = Schema.Struct(reportParts)
export type BatchedReport = typeof BatchedReport.Type

/** Up to five reports of one property in one request. */
export const BatchInput = Schema.Struct({
  ...PropertyName.fields,
  reports: Fields.reports(BatchedReport)
})
export type BatchInput = typeof BatchInput.Type

const compareProblem = ({ compare, range }: Readonly<Record<string, unknown>>): string | undefined => {
  if (compare !== true) return undefined
  const ranges = Ranges.parse(typeof range === "string" ? range : Ranges.DEFAULT_RANGE)
  if (Result.isFailure(ranges)) return undefined
  const [only, ...more] = ranges.success
  if (more.length > 0) return "needs one range"
  if (only?.name === Ranges.PREVIOUS) return `needs a range with another name: ${Ranges.PREVIOUS} is the preceding one`
  return only !== undefined && Ranges.before(only) === undefined
    ? "needs a range whose ends are both calendar days, or both relative"
    : undefined
}

/** Validation rules between the fields of a report. */
export const reportRules = (input: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> => {
  const compare = compareProblem(input)
  return [
    ...Fields.columnRules(input, ["dateRange"]),
    ...(compare === undefined ? [] : [{ field: "compare", message: compare }])
  ]
}

/** Validation rules for the reports in a batch. */
export const batchRules = Fields.batchRulesBy(reportRules)

/** A whole number beyond 2^53 is a text of its digits. */
export const Value = Schema.Union([Schema.Finite, Schema.String])

/** The text of a dimension or the number of a metric. */
export type Value = typeof Value.Type

/** A column of a report. */
export const Column = Schema.Struct({
  name: Schema.String,
  kind: Schema.Literals(["dimension", "metric"]),
  /** Type of a metric: `integer`, `float`, `seconds`, `currency`, ... */
  type: Schema.optionalKey(Schema.String)
})
export type Column = typeof Column.Type

/** A row: values by column name. */
export const Row = Schema.Record(Schema.String, Value)
export type Row = typeof Row.Type

const facts = {
  /**
   * The number of rows of the whole report, regardless of limit and offset. Of several ranges it is exact only if every
   * row was read, and otherwise more than were: the service may count what rows of different ranges have in common.
   */
  rowCount: Schema.Int,
  /**
   * Totals over the whole report, one for each range, which it names in `dateRange` if there are several. Those of a
   * pivot report are over all values of a pivot, one for each combination of the other pivots' values, which it has.
   */
  totals: Schema.optionalKey(Schema.Array(Row)),
  /** Why the report has no rows, if it has none. */
  empty: Schema.optionalKey(Schema.String),
  /**
   * The days of each range, in the property's time zone; relative dates are kept if that is unknown. Absent for the
   * last minutes. `name` is what rows and totals have in `dateRange`.
   */
  ranges: Schema.optionalKey(Schema.Array(Ranges.DateRange)),
  quality: Quality,
  /** What the report used of the property's quota, and what remains. */
  quota: Schema.optionalKey(Quota),
  timeZone: Schema.optionalKey(Schema.String),
  currencyCode: Schema.optionalKey(Schema.String)
}

/** Everything in a report except its rows. */
export const Facts = Schema.Struct(facts)
export type Facts = typeof Facts.Type

/** A report as rows. Dates are ISO 8601: `2026-01-31`, `2026-01-31T13`. */
export const Report = Schema.Struct({ columns: Schema.Array(Column), rows: Schema.Array(Row), ...facts })
export type Report = typeof Report.Type

/** A report as columns, which needs a twentieth of the objects. */
export interface ReportColumns extends Facts {
  readonly columns: ReadonlyArray<Column & { readonly values: ReadonlyArray<Value> }>
}

/** The reports of a batch, in order. */
export const Reports = Schema.Struct({ reports: Schema.Array(Report) })
export type Reports = typeof Reports.Type
