/** The rows of a report as shown. If two periods are compared, each row is paired with that of the previous period. */
import * as Result from "effect/Result"

import { rowsOf } from "../../client/reports/all-rows.ts"
import * as Ranges from "../../schema/ranges.ts"
import type { Column, ReportColumns, ReportInput, Row } from "../../schema/Report.ts"
import { ownDays } from "../../wire/reports/own-days.ts"

/** The column that contains the period of a row. */
const PERIOD = "dateRange"

/** One line of a table. */
export interface Entry {
  /** The row of the current period, or of the previous one if the current period has no such row. */
  readonly row: Row
  readonly current: Row | undefined
  readonly previous: Row | undefined
}

const DAY_MILLIS = 86_400_000

const millisOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`)

/** The number of days between the previous period and the current one. */
const shiftOf = (range = Ranges.DEFAULT_RANGE): number => {
  const [only] = Result.getOrElse(Ranges.parse(range), () => [])
  return (only && Ranges.lengthOf(only)) ?? 0
}

/** Dimensions whose values begin with a day. */
const OF_DAYS: ReadonlySet<string> = new Set(["date", "dateHour", "dateHourMinute"])

/** Dimensions whose values differ in two periods, with those that count from the start of each instead. */
const COUNTED: Readonly<Record<string, string>> = {
  year: "nthYear",
  isoYear: "nthYear",
  yearMonth: "nthMonth",
  month: "nthMonth",
  yearWeek: "nthWeek",
  week: "nthWeek",
  isoYearIsoWeek: "nthWeek",
  isoWeek: "nthWeek"
}

/** Why rows of two periods cannot be paired by these dimensions. */
export const pairingProblems = (dimensions: ReadonlyArray<string>): ReadonlyArray<string> =>
  dimensions.flatMap((name) => {
    const counter = Object.hasOwn(COUNTED, name) ? COUNTED[name] : undefined
    return counter === undefined
      ? []
      : [`cannot pair the values of ${name}: use ${counter}, which counts from the start of each period`]
  })

const IS_DAY = /^\d{4}-\d\d-\d\d(T|$)/

/** Moves a date by a number of days. "(other)" is unchanged. */
const shiftedDate = (value: string, days: number): string =>
  IS_DAY.test(value)
    ? new Date(millisOf(value) + days * DAY_MILLIS).toISOString().slice(0, 10) + value.slice(10)
    : value

/**
 * The columns of a part that are shown. In a comparison the period column is hidden, because the position in the table
 * shows the period.
 */
export const shownColumns = (columns: ReadonlyArray<Column>, isCompared: boolean): ReadonlyArray<Column> =>
  isCompared ? columns.filter(({ name }) => name !== PERIOD) : columns

/** Moves rows that only the previous period has to their place, if the order begins with a dimension. */
const sorted = (
  entries: ReadonlyArray<Entry>,
  { order: [first = ""] = [] }: Pick<ReportInput, "order">,
  dimensions: ReadonlyArray<Column>
): ReadonlyArray<Entry> => {
  const name = first.replace(/^-/, "")
  if (!dimensions.some((dimension) => dimension.name === name)) return entries
  const sign = first === name ? 1 : -1
  const textOf = ({ row }: Entry) => String(row[name])
  return entries.toSorted((a, b) => (textOf(a) === textOf(b) ? 0 : textOf(a) < textOf(b) ? -sign : sign))
}

/**
 * The rows of a part, without those that say 0 for a day outside of their period.
 * @param compared the report's range and order, if it is compared with the previous period
 */
export const entriesOf = (
  part: ReportColumns,
  compared: Pick<ReportInput, "range" | "order"> | undefined
): ReadonlyArray<Entry> => {
  const { columns, ranges } = part
  const rows = rowsOf(part).filter(ownDays(columns, ranges))
  if (compared === undefined) return rows.map((row) => ({ row, current: row, previous: undefined }))
  const days = shiftOf(compared.range)
  const dimensions = columns.filter(({ kind, name }) => kind === "dimension" && name !== PERIOD)
  const byKey = new Map<string, { row: Row; current: Row | undefined; previous: Row | undefined }>()
  for (const isBefore of [false, true]) {
    for (const row of rows.filter((one) => (one[PERIOD] === Ranges.PREVIOUS) === isBefore)) {
      const values = dimensions.map(({ name }) =>
        shiftedDate(String(row[name]), isBefore && OF_DAYS.has(name) ? days : 0)
      )
      const key = JSON.stringify(values)
      const entry = byKey.get(key)
      const currentRow = { ...row, ...Object.fromEntries(dimensions.map(({ name }, at) => [name, values[at] ?? ""])) }
      if (entry === undefined) {
        byKey.set(key, { row: currentRow, current: isBefore ? undefined : row, previous: isBefore ? row : undefined })
      } else if (isBefore) entry.previous = row
      else entry.current = row
    }
  }
  return sorted([...byKey.values()], compared, dimensions)
}
