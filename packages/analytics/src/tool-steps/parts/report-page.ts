/** Reads one page of a report for an agent: the rows that fit, and where the next page begins. */
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as Effect from "effect/Effect"

import type { Quota } from "../../schema/Quota.ts"
import { minutesIn } from "../../schema/RealtimeReport.ts"
import type { Report } from "../../schema/Report.ts"
import { rangesOf } from "../../wire/reports/bodies.ts"
import { ownDays } from "../../wire/reports/own-days.ts"
import { run, type Input } from "./any-report.ts"
import { pageEnd } from "./page-end.ts"
import { quotaOf } from "./whole-report.ts"

/** The number of rows if no limit is given. */
const ROWS = 100

/** Space that is reserved for everything except the rows. */
const BESIDE_BYTES = 3000

/** The most bytes of the rows of an answer. */
const roomIn = (answerBytes: number): number => Math.max(1000, answerBytes - BESIDE_BYTES)

/** For rows that have to stay together, whose texts are cut afterwards if the answer is too large for its caller. */
const LEAST_ROOM = roomIn(AnswerSize.DEFAULT_BYTES)

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
 * Rows that are equal in what the service sorts by, of which each period may have one, stay on one page.
 */
const pageOfPeriods = Effect.fnUntraced(function* (input: Input, periods: number, isByColumns: boolean, room: number) {
  const { offset = 0, order = [], dimensions = [] } = input
  const sortedBy = [...order.map((entry) => entry.replace(/^-/, "")), ...dimensions]
  let quota: Quota | undefined
  let limit = input.limit ?? Math.max(periods, Math.floor(ROWS / periods))
  let countsCombinations = false
  for (;;) {
    const whole = yield* run({ ...input, limit })
    quota = quotaOf(quota, whole.quota)
    const { rows, columns, ranges } = whole
    const isLast = offset + rows.length >= whole.rowCount
    countsCombinations ||= rows.length > limit
    const leastLimit = countsCombinations ? 1 : periods
    if (limit < leastLimit && !isLast) {
      limit = leastLimit
      continue
    }
    const end = isLast || countsCombinations ? rows.length : pageEnd(rows, periods, sortedBy)
    const own = rows.slice(0, end).filter(ownDays(columns, ranges))
    const isLeast = limit <= leastLimit
    const { part, count, left_out } = fittingRows(whole, own, isByColumns, isLeast ? Math.max(room, LEAST_ROOM) : room)
    if (count === own.length || isLeast) {
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
    limit = Math.max(leastLimit, Math.min(limit - 1, Math.floor((limit * count) / own.length)))
  }
})

/** @param answerBytes the most bytes of the answer */
export const readPage = (input: Input, isByColumns: boolean, answerBytes: number) => {
  const periods = minutesIn(input.range) === undefined ? rangesOf(input).length : 1
  const room = roomIn(answerBytes)
  return periods > 1 ? pageOfPeriods(input, periods, isByColumns, room) : fittingPage(input, isByColumns, room)
}
