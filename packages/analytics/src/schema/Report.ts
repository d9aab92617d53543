/** Reports: what is asked, and rows of typed values with what is to be known of them. */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Names from "./names.ts"
import { PropertyName } from "./Property.ts"
import { Quality } from "./Quality.ts"
import { Quota } from "./Quota.ts"
import * as Ranges from "./ranges.ts"
import * as Fields from "./report-fields.ts"

/** What a report is asked with, but for the property. */
export const reportParts = {
  metrics: Fields.metrics,
  dimensions: Fields.dimensions,
  /** `28daysAgo..yesterday` by default. */
  range: Schema.optionalKey(Ranges.range("28daysAgo..yesterday (default), or ISO dates")),
  filter: Fields.filter,
  order: Fields.order,
  /** Rows of this answer; 10,000 by default. */
  limit: Fields.limit,
  /** Rows to skip. */
  offset: Fields.offset,
  totals: Fields.totals,
  /** The same for the period of the same length just before; each row says which by `dateRange`. */
  compare: Schema.optionalKey(Schema.Boolean),
  /** Of revenue; by default the property's. */
  currencyCode: Schema.optionalKey(Names.currencyCode()),
  /** Rows whose metrics are all 0, too. */
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
  reports: Names.listOf(BatchedReport, Fields.MAX_REPORTS, `must have at most ${Fields.MAX_REPORTS} reports`)
})
export type BatchInput = typeof BatchInput.Type

const compareProblem = ({ compare, range }: Readonly<Record<string, unknown>>): string | undefined => {
  if (compare !== true) return undefined
  const ranges = Ranges.parse(typeof range === "string" ? range : Ranges.DEFAULT_RANGE)
  if (Result.isFailure(ranges)) return undefined
  const [only, ...more] = ranges.success
  if (more.length > 0) return "needs one range"
  return only !== undefined && Ranges.before(only) === undefined
    ? "needs a range whose ends are both days of the calendar, or both relative"
    : undefined
}

/** Rules between the fields of a report. */
export const reportRules = (input: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> => {
  const compare = compareProblem(input)
  return [
    ...Fields.columnRules(input, ["dateRange"]),
    ...(compare === undefined ? [] : [{ field: "compare", message: compare }])
  ]
}

/** Rules of the reports in a batch. */
export const batchRules = ({ reports }: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> =>
  Array.isArray(reports)
    ? reports.flatMap((report: unknown, at) =>
        reportRules({ ...(report as object) }).map(({ field, message }) => ({
          field: `reports.${at}.${field}`,
          message
        }))
      )
    : []

/** A whole number beyond 2^53 is the text of its digits. */
export const Value = Schema.Union([Schema.Finite, Schema.String])

/** A dimension's text, or a metric's number. */
export type Value = typeof Value.Type

/** A column of a report. */
export const Column = Schema.Struct({
  name: Schema.String,
  kind: Schema.Literals(["dimension", "metric"]),
  /** Of a metric: `integer`, `float`, `seconds`, `currency`, ... */
  type: Schema.optionalKey(Schema.String)
})
export type Column = typeof Column.Type

/** A row by the names of its columns. */
export const Row = Schema.Record(Schema.String, Value)
export type Row = typeof Row.Type

const facts = {
  /** Rows of the whole report, whatever the limit and offset. */
  rowCount: Schema.Int,
  /** Sums over the whole report; one for each range. */
  totals: Schema.optionalKey(Schema.Array(Row)),
  /** Why there are no rows, where there are none. */
  empty: Schema.optionalKey(Schema.String),
  quality: Quality,
  /** What the report took of the property's quota, and what is left. */
  quota: Schema.optionalKey(Quota),
  timeZone: Schema.optionalKey(Schema.String),
  currencyCode: Schema.optionalKey(Schema.String)
}

/** What is known of a report besides its rows. */
export const Facts = Schema.Struct(facts)
export type Facts = typeof Facts.Type

/** A report by rows. Dates are ISO 8601: `2026-01-31`, `2026-01-31T13`. */
export const Report = Schema.Struct({ columns: Schema.Array(Column), rows: Schema.Array(Row), ...facts })
export type Report = typeof Report.Type

/** A report by columns: a twentieth of the objects. */
export interface ReportColumns extends Facts {
  readonly columns: ReadonlyArray<Column & { readonly values: ReadonlyArray<Value> }>
}

/** The reports of a batch, in its order. */
export const Reports = Schema.Struct({ reports: Schema.Array(Report) })
export type Reports = typeof Reports.Type
