/**
 * Finds the rows that say 0 for a day that is not in their period. In a report of several periods, the service has each
 * day of any of them once for every period: https://github.com/google/site-kit-wp/issues/6623
 */
import type { DateRange } from "../../schema/ranges.ts"
import type { Column, Row } from "../../schema/Report.ts"

/** Dimensions whose values begin with a day, or are a month. */
const OF_DATES: ReadonlySet<string> = new Set(["date", "dateHour", "dateHourMinute", "yearMonth"])

const DAY = /^\d{4}-\d\d-\d\d$/
const DATE = /^\d{4}-\d\d(-\d\d|$)/

const isWithin = (value: string, { startDate, endDate }: DateRange): boolean => {
  const date = value.slice(0, 10)
  const [first, last] = [startDate, endDate].map((day) => day.slice(0, date.length))
  return first === undefined || last === undefined || (first <= date && date <= last)
}

/**
 * Whether a row is about its own period. One that has a figure is, because the days of the periods are known by this
 * computer's date, which may be wrong.
 * @param ranges the days of the periods, with their names
 */
export const ownDays = (columns: ReadonlyArray<Column>, ranges: ReadonlyArray<DateRange> = []) => {
  const byName = new Map(
    ranges.flatMap((range) => (DAY.test(range.startDate) && DAY.test(range.endDate) ? [[range.name, range]] : []))
  )
  const dates = columns.flatMap(({ name }) => (OF_DATES.has(name) ? [name] : []))
  const metrics = columns.flatMap(({ kind, name }) => (kind === "metric" ? [name] : []))
  return (row: Row): boolean => {
    const own = byName.get(String(row["dateRange"]))
    if (own === undefined || metrics.length === 0 || metrics.some((name) => row[name] !== 0)) return true
    return dates.every((name) => !DATE.test(String(row[name])) || isWithin(String(row[name]), own))
  }
}
