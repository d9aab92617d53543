import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import { Progress } from "@inlay/agent-plugin/Caller"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Analytics } from "../client/Analytics.ts"
import * as Reports from "../client/reports/Reports.ts"
import type { Quota } from "../schema/Quota.ts"
import { anyRange, minutesIn, realtimeRules } from "../schema/RealtimeReport.ts"
import { MAX_ROWS } from "../schema/report-fields.ts"
import { Facts, reportRules, Row, Value, type Report } from "../schema/Report.ts"
import { scopes } from "../vendors.ts"
import { rangesOf } from "../wire/reports/bodies.ts"
import { ownDays } from "../wire/reports/own-days.ts"
import { pageEnd } from "./parts/page-end.ts"
import { inOnePart, inParts, PartTaker, quotaOf } from "./parts/whole-report.ts"

/** The number of rows if no limit is given. */
const ROWS = 100
/** Space that is reserved for everything except the rows. */
const BESIDE_BYTES = 3000

/** Fields that realtime reports do not support. */
const DAYS_ONLY = ["offset", "compare", "currencyCode"] as const

const { range: _, keepEmptyRows: __, ...fields } = Reports.run.input.fields

/** A report of days or, depending on its range, of the last minutes. */
export const report = Operation.make({
  ...Reports.run,
  input: Schema.Struct({
    ...fields,
    range: Schema.optionalKey(
      anyRange("START..END or one day, up to 4 by commas; or realtime. Default 28daysAgo..yesterday")
    )
  }),
  across: (input) =>
    minutesIn(input["range"]) === undefined
      ? reportRules(input)
      : [
          ...realtimeRules(input),
          ...DAYS_ONLY.filter((field) => input[field] !== undefined && input[field] !== false).map((field) => ({
            field,
            message: "is not supported for real-time reports"
          }))
        ]
})

type Input = Operation.Input<typeof report>

const run = Effect.fnUntraced(function* (input: Input) {
  const { reports } = yield* Analytics
  const minutes = minutesIn(input.range)
  if (minutes === undefined) return yield* reports.run({ limit: ROWS, ...input })
  const { range: _range, offset: _offset, compare: _compare, currencyCode: _currencyCode, ...rest } = input
  return yield* reports.realtime({ limit: ROWS, ...rest, ...(minutes !== "" && { minutes }) })
})

interface Page {
  readonly whole: Report
  /** The rows of the answer, as records or as columns. */
  readonly part: object
  /** What was left out of the rows that were read. */
  readonly left_out: ReadonlyArray<string>
  /** Where the next page begins, and how many rows to request if not as many as now. */
  readonly end: number
  readonly next: Pick<Input, "limit">
  readonly isLast: boolean
  readonly rowCount: number
}

const fittingRows = ({ columns }: Report, rows: Report["rows"], isByColumns: boolean, room: number) => {
  if (!isByColumns) {
    const { items, left_out = [] } = Listing.fitted("rows", rows, room)
    return { part: { rows: items }, count: items.length, left_out }
  }
  const values = rows.map((row) => columns.map(({ name }) => row[name] ?? ""))
  const { items, left_out = [] } = Listing.fitted("rows", values, room)
  const part = { columns: Object.fromEntries(columns.map(({ name }, at) => [name, items.map((row) => row[at] ?? "")])) }
  return { part, count: items.length, left_out }
}

/** A page of a report: the rows that fit. */
const fittingPage = Effect.fnUntraced(function* (input: Input, isByColumns: boolean, room: number) {
  const whole = yield* run({ limit: ROWS, ...input })
  const { part, count, left_out } = fittingRows(whole, whole.rows, isByColumns, room)
  const { rowCount } = whole
  const end = (input.offset ?? 0) + count
  // Of several ranges of minutes, the number of rows is not exact.
  const isExact = !whole.columns.some(({ name }) => name === "dateRange")
  const rest = isExact ? `${rowCount - end} of ${rowCount}` : "more"
  const more = rowCount > end && left_out.length === 0 ? [`rows: ${rest} follow`] : []
  const page: Page = { whole, part, left_out: [...left_out, ...more], end, next: {}, isLast: end >= rowCount, rowCount }
  return page
})

/**
 * A page of a report of several periods, without rows that say 0 for a day outside of their period. Fewer rows are
 * requested until they fit: where the next page begins is known only after all rows of a response (`wire/reports/count`).
 */
const pageOfPeriods = Effect.fnUntraced(function* (input: Input, periods: number, isByColumns: boolean, room: number) {
  const { offset = 0, order = [], dimensions = [] } = input
  const sortedBy = [...order.map((entry) => entry.replace(/^-/, "")), ...dimensions]
  let quota: Quota | undefined
  let limit = input.limit ?? Math.max(periods, Math.floor(ROWS / periods))
  for (;;) {
    const whole = yield* run({ ...input, limit })
    quota = quotaOf(quota, whole.quota)
    const { rows, columns, ranges } = whole
    const isLast = offset + rows.length >= whole.rowCount
    const end = isLast || rows.length > limit ? rows.length : pageEnd(rows, periods, sortedBy)
    const own = rows.slice(0, end).filter(ownDays(columns, ranges))
    const { part, count, left_out } = fittingRows(whole, own, isByColumns, room)
    if (count === own.length || limit <= periods) {
      const zeros = end - own.length
      const page: Page = {
        whole: { ...whole, ...(quota !== undefined && { quota }) },
        part,
        left_out: [
          ...left_out,
          ...(isLast ? [] : ["rows: more follow"]),
          ...(zeros > 0 ? [`rows: ${zeros} that say 0 for a day outside of their period`] : [])
        ],
        end: offset + Math.min(end, limit),
        next: { limit },
        isLast,
        rowCount: isLast && offset === 0 ? own.length : whole.rowCount
      }
      return page
    }
    limit = Math.max(periods, Math.min(limit - 1, Math.floor((limit * count) / own.length)))
  }
})

export const runReports = ToolStep.over(report, {
  id: "analytics_run_reports",
  title: "Run Reports",
  description:
    "Report on a property, 100 rows by default. Read quality before trusting them. Fewer dimensions and days cost less.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [scopes.read],
  cost: { unit: "quota", upTo: null, note: "tokens of the property's quota" },
  own: { columns: Schema.optionalKey(Schema.Boolean), max_kb: AnswerSize.maxKb },
  output: Schema.Struct({
    rows: Schema.optionalKey(Schema.Array(Row)),
    /** Values by column name, if requested. This takes a third of the text. */
    columns: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Value))),
    ...Facts.fields,
    ...Listing.cuts
  }),
  run: Effect.fnUntraced(function* (input, own) {
    const take = yield* PartTaker
    if (take !== undefined) {
      const { reports } = yield* Analytics
      const isRealtime = minutesIn(input.range) !== undefined
      const facts = isRealtime
        ? yield* inOnePart(run({ limit: MAX_ROWS, ...input }), take)
        : yield* inParts(reports, input, take)
      return { rows: [], ...facts }
    }
    const tell = yield* Progress
    yield* tell({ done: 0, text: `requesting the report of ${input.property}` })
    const room = Math.max(1000, AnswerSize.limitOf(own) - BESIDE_BYTES)
    const isRealtime = minutesIn(input.range) !== undefined
    const periods = isRealtime ? 1 : rangesOf(input).length
    const isByColumns = own.columns === true
    const reading =
      periods > 1 ? pageOfPeriods(input, periods, isByColumns, room) : fittingPage(input, isByColumns, room)
    const { whole, part, left_out, end, next, isLast, rowCount } = yield* reading
    yield* tell({ done: end, total: Math.max(end, rowCount), text: "rows" })
    const goesOn = !isLast && end > (input.offset ?? 0) && !isRealtime
    const { rows: _rows, columns: _columns, ...facts } = whole
    return {
      ...part,
      ...facts,
      rowCount,
      ...(left_out.length > 0 && { left_out }),
      ...(goesOn && { next: { ...input, ...own, ...next, offset: end } })
    }
  })
})
