/**
 * Finds the rows that say 0 for a day, week or other time that is not in their period. In a report of several periods,
 * the service has each one of any of them once for every period: https://github.com/google/site-kit-wp/issues/6623
 */
import type { DateRange } from "../../schema/ranges.ts"
import type { Column, Row } from "../../schema/Report.ts"
import { dayOf, daysOf, MOST_IN_RANGE, ON_DAY, WEEKDAYS } from "./calendar.ts"

const DAY = /^\d{4}-\d\d-\d\d$/

/** Matches values of dimensions of time, but not "(other)" or an empty one. */
const OF_TIME = new RegExp(String.raw`^(\d{4}-\d\d(-\d\d.*)?|\d{4}-W\d\d|\d+|${WEEKDAYS.join("|")})$`)

/** A function that says whether a range has a day on which the dimensions of a row have its values. */
const within = ({ startDate, endDate }: DateRange, dimensions: ReadonlyArray<string>) => {
  const [first, last] = [dayOf(startDate), dayOf(endDate)]
  const ofDay = dimensions.filter((name) => ON_DAY.has(name))
  const counters = dimensions.filter((name) => MOST_IN_RANGE.has(name))
  const keyOf = (valueOf: (name: string) => string) => JSON.stringify(ofDay.map(valueOf))
  const keys = new Set(daysOf(first, last).map((day) => keyOf((name) => ON_DAY.get(name)?.(day) ?? "")))
  return (row: Row): boolean => {
    const textOf = (name: string) => String(row[name])
    if ([...ofDay, ...counters].some((name) => !OF_TIME.test(textOf(name)))) return true
    // A date may have a time after it.
    const dateOf = (name: string) => (name.startsWith("date") ? textOf(name).slice(0, 10) : textOf(name))
    return (
      keys.has(keyOf(dateOf)) &&
      counters.every((name) => Number(row[name]) <= (MOST_IN_RANGE.get(name)?.(first, last) ?? Infinity))
    )
  }
}

/**
 * Whether a row is about its own period. One that has a figure is, because the days of the periods are known by this
 * computer's date, which may be wrong.
 * @param ranges the days of the periods, with their names
 */
export const ownDays = (columns: ReadonlyArray<Column>, ranges: ReadonlyArray<DateRange> = []) => {
  const dimensions = columns.flatMap(({ name }) => (ON_DAY.has(name) || MOST_IN_RANGE.has(name) ? [name] : []))
  const metrics = columns.flatMap(({ kind, name }) => (kind === "metric" ? [name] : []))
  const isOwnByName = new Map(
    ranges.flatMap((range) =>
      DAY.test(range.startDate) && DAY.test(range.endDate) ? [[range.name, within(range, dimensions)]] : []
    )
  )
  return (row: Row): boolean => {
    const isOwn = isOwnByName.get(String(row["dateRange"]))
    if (isOwn === undefined || metrics.length === 0 || metrics.some((name) => row[name] !== 0)) return true
    return isOwn(row)
  }
}
