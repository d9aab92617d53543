/** Decodes report responses: everything except the rows by schema, the rows by a loop. */
import { isJsonObject } from "@inlay/core-http/json-object"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { maybe } from "../../schema/maybe.ts"
import type { PivotReport } from "../../schema/PivotReport.ts"
import { Quota } from "../../schema/Quota.ts"
import { resolvedRanges, type DateRange } from "../../schema/ranges.ts"
import type { Column, Facts, Report, ReportColumns, Row, Value } from "../../schema/Report.ts"
import { sparseDecoder, undocumented } from "../service.ts"
import { rowCountOf, type Page } from "./count.ts"
import { dayIn, qualityOf, ResponseMetadata } from "./quality.ts"
import type { RowList } from "./row-reader.ts"
import { columnsOf, recordsOf, valuesOf, valuesOfList } from "./values.ts"

const rows = maybe(Schema.Array(Schema.Unknown))

const WireReport = Schema.Struct({
  dimensionHeaders: maybe(Schema.Array(Schema.Struct({ name: Schema.String }))),
  metricHeaders: maybe(Schema.Array(Schema.Struct({ name: Schema.String, type: maybe(Schema.String) }))),
  totals: rows,
  aggregates: rows,
  rowCount: maybe(Schema.Int),
  metadata: maybe(ResponseMetadata),
  propertyQuota: maybe(Quota),
  pivotHeaders: maybe(
    Schema.Array(
      Schema.Struct({
        rowCount: maybe(Schema.Int),
        pivotDimensionHeaders: maybe(
          Schema.Array(
            Schema.Struct({ dimensionValues: maybe(Schema.Array(Schema.Struct({ value: maybe(Schema.String) }))) })
          )
        )
      })
    )
  )
})
type WireReport = typeof WireReport.Type

const FIELDS = [...Object.keys(WireReport.fields), "kind"]

/** A decoded report: columns, values and everything else. */
interface DecodedReport {
  readonly columns: ReadonlyArray<Column>
  readonly values: ReadonlyArray<ReadonlyArray<Value>>
  readonly count: number
  readonly facts: Facts
  readonly report: WireReport
}

const NO_DATA = "There is no data for these dates, dimensions, metrics and filters."

/** Rows of totals without the markers, such as `RESERVED_TOTAL`, that stand for all values of a dimension. */
const withoutMarkers = (totals: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  totals.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => !String(value).startsWith("RESERVED_")))
  )

/**
 * Totals, with zeros in place of the empty message that the service sends for a range without data.
 * https://github.com/google/site-kit-wp/issues/6835
 */
const withZeros = (
  columns: ReadonlyArray<Column>,
  totals: ReadonlyArray<unknown>,
  ranges: ReadonlyArray<DateRange>
): ReadonlyArray<unknown> =>
  totals.map((total, at) => {
    if (typeof total !== "object" || total === null || Object.keys(total).length > 0) return total
    const period = ranges[at]?.name ?? `date_range_${at}`
    const valuesOfKind = (one: Column["kind"], value: string) =>
      columns.filter(({ kind }) => kind === one).map(({ name }) => ({ value: name === "dateRange" ? period : value }))
    return { dimensionValues: valuesOfKind("dimension", "RESERVED_TOTAL"), metricValues: valuesOfKind("metric", "0") }
  })

/**
 * Decodes a report from a response body. Rows are not decoded one by one.
 * @param ranges the requested ranges
 * @param page the requested rows; a pivot report has no pages
 * @param rowList rows that were already read from the bytes
 */
export const reader = (operation: string) => {
  const decode = sparseDecoder(operation, WireReport, FIELDS)
  const valuesIn = (columns: ReadonlyArray<Column>, list: ReadonlyArray<unknown> | RowList, field: string) => {
    const values = "texts" in list ? valuesOfList(columns, list) : valuesOf(columns, list)
    return typeof values === "number"
      ? Effect.fail(undocumented(operation, [`${field}.${values}`]))
      : Effect.succeed(values)
  }
  return Effect.fnUntraced(function* (
    body: unknown,
    ranges: ReadonlyArray<DateRange>,
    page: Page = { limit: Infinity },
    rowList?: RowList
  ): Effect.fn.Return<DecodedReport, ProviderError> {
    if (!isJsonObject(body)) return yield* undocumented(operation)
    const { rows: list, ...rest } = body
    const report = yield* decode({ body: rest })
    const wireRows = list ?? []
    if (!Array.isArray(wireRows)) return yield* undocumented(operation, ["rows"])
    const count = rowList?.count ?? wireRows.length
    const columns = columnsOf(report)
    // Rows without columns cannot be interpreted.
    if (count > 0 && columns.length === 0) return yield* undocumented(operation, ["metricHeaders"])
    const values = yield* valuesIn(columns, rowList ?? wireRows, "rows")
    // An empty report may have no headers, and its totals no names.
    const wireTotals = columns.length === 0 ? [] : withZeros(columns, report.totals ?? report.aggregates ?? [], ranges)
    const totalValues = yield* valuesIn(columns, wireTotals, "totals")
    const totals = withoutMarkers(recordsOf(columns, totalValues, wireTotals.length))
    const metadata = report.metadata ?? {}
    const nowMillis = yield* Clock.currentTimeMillis
    const rowCount = rowCountOf({ columns, values, count, rowCount: report.rowCount ?? count }, page)
    const facts: Facts = {
      rowCount,
      ...(totals.length > 0 && { totals }),
      ...(rowCount + count === 0 && { empty: metadata.emptyReason ?? NO_DATA }),
      ...(ranges.length > 0 && { ranges: resolvedRanges(ranges, dayIn(metadata.timeZone, nowMillis)) }),
      quality: qualityOf({ metadata, columns, values, ranges, nowMillis }),
      ...(report.propertyQuota !== undefined && report.propertyQuota !== null && { quota: report.propertyQuota }),
      ...(typeof metadata.timeZone === "string" && { timeZone: metadata.timeZone }),
      ...(typeof metadata.currencyCode === "string" && { currencyCode: metadata.currencyCode })
    }
    return { columns, values, count, facts, report }
  })
}

/** The report as rows. */
export const asRows = ({ columns, values, count, facts }: DecodedReport): Report => ({
  columns,
  rows: recordsOf(columns, values, count),
  ...facts
})

/** The report as columns. */
export const asColumns = ({ columns, values, facts }: DecodedReport): ReportColumns => ({
  columns: columns.map((column, at) => ({ ...column, values: values[at] ?? [] })),
  ...facts
})

/** The report as a pivot report. */
export const asPivot = (read: DecodedReport): PivotReport => {
  const pivots = (read.report.pivotHeaders ?? []).map(({ rowCount, pivotDimensionHeaders }) => ({
    rowCount: rowCount ?? 0,
    values: (pivotDimensionHeaders ?? []).map(({ dimensionValues }) =>
      (dimensionValues ?? []).map(({ value }) => value ?? "")
    )
  }))
  return { ...asRows(read), pivots }
}
