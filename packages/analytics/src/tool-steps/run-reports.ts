import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import { Progress } from "@inlay/agent-plugin/Caller"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Analytics } from "../client/Analytics.ts"
import * as Reports from "../client/reports/Reports.ts"
import { anyRange, minutesIn, realtimeRules } from "../schema/RealtimeReport.ts"
import { MAX_ROWS } from "../schema/report-fields.ts"
import { Facts, reportRules, Row, Value, type Report } from "../schema/Report.ts"
import { scopes } from "../vendors.ts"
import { rangesOf } from "../wire/reports/bodies.ts"
import { ownDays } from "../wire/reports/own-days.ts"
import { pageEnd } from "./parts/page-end.ts"
import { inOnePart, inParts, PartTaker } from "./parts/whole-report.ts"

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

/** The rows that fit, as records or as columns, without those that say 0 for a day outside of their period. */
const fittingRows = ({ columns, ranges }: Report, rows: Report["rows"], isByColumns: boolean, room: number) => {
  const isOwn = ownDays(columns, ranges)
  const own = <A>(items: ReadonlyArray<A>) => items.filter((_item, at) => rows[at] === undefined || isOwn(rows[at]))
  const zeros = (count: number, shown: number) =>
    count === shown ? [] : [`rows: ${count - shown} that say 0 for a day outside of their period`]
  if (!isByColumns) {
    const { items, left_out = [] } = Listing.fitted("rows", rows, room)
    const shown = own(items)
    return { part: { rows: shown }, count: items.length, left_out, zeros: zeros(items.length, shown.length) }
  }
  const values = rows.map((row) => columns.map(({ name }) => row[name] ?? ""))
  const { items, left_out = [] } = Listing.fitted("rows", values, room)
  const shown = own(items)
  const part = { columns: Object.fromEntries(columns.map(({ name }, at) => [name, shown.map((row) => row[at] ?? "")])) }
  return { part, count: items.length, left_out, zeros: zeros(items.length, shown.length) }
}

/** A page of a report: the rows that fit, up to where the next page can begin. */
const pageOf = (whole: Report, input: Input, isByColumns: boolean, room: number) => {
  const { rows, rowCount } = whole
  const page = fittingRows(whole, rows, isByColumns, room)
  const periods = rangesOf(input).length
  const isLast = (input.offset ?? 0) + page.count >= rowCount
  if (periods < 2 || isLast) return page
  const sortedBy = [...(input.order ?? []).map((entry) => entry.replace(/^-/, "")), ...(input.dimensions ?? [])]
  const end = pageEnd(rows, page.count, periods, sortedBy)
  return end === page.count ? page : fittingRows(whole, rows.slice(0, end), isByColumns, room)
}

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
    const whole = yield* run(input)
    const room = Math.max(1000, AnswerSize.limitOf(own) - BESIDE_BYTES)
    const { part, count, left_out, zeros } = pageOf(whole, input, own.columns === true, room)
    const end = (input.offset ?? 0) + count
    yield* tell({ done: end, total: whole.rowCount, text: "rows" })
    const rest = whole.rowCount - end
    const more = rest > 0 && left_out.length === 0 ? [`rows: ${rest} of ${whole.rowCount} follow`] : []
    const goesOn = rest > 0 && count > 0 && minutesIn(input.range) === undefined
    const { rows: _rows, columns: _columns, ...facts } = whole
    return {
      ...part,
      ...facts,
      ...(left_out.length + more.length + zeros.length > 0 && { left_out: [...left_out, ...more, ...zeros] }),
      ...(goesOn && { next: { ...input, ...own, offset: end } })
    }
  })
})
