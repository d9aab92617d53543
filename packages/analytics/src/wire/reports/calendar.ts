/** The values that dimensions of time have on a day. */

const DAY_MILLIS = 86_400_000

/** A day as Unix time of its midnight in UTC. */
export type Day = number

export const dayOf = (date: string): Day => Date.parse(`${date}T00:00:00Z`)

/** The days of a range, in order. */
export const daysOf = (first: Day, last: Day): ReadonlyArray<Day> =>
  Array.from({ length: Math.round((last - first) / DAY_MILLIS) + 1 }, (_, at) => first + at * DAY_MILLIS)

const isoOf = (day: Day): string => new Date(day).toISOString().slice(0, 10)
const yearOf = (day: Day): number => new Date(day).getUTCFullYear()
const monthOf = (day: Day): number => new Date(day).getUTCMonth()
/** 0 for Sunday. */
const weekdayOf = (day: Day): number => new Date(day).getUTCDay()
const two = (count: number): string => String(count).padStart(2, "0")

/** Weeks begin on Sunday, and the first of January is in week 1. */
const weekOf = (day: Day): string => {
  const first = Date.UTC(yearOf(day), 0, 1)
  return two(Math.floor(((day - first) / DAY_MILLIS + weekdayOf(first)) / 7) + 1)
}

/** An ISO week is of the year of its Thursday. */
const thursdayOf = (day: Day): Day => day + (3 - ((weekdayOf(day) + 6) % 7)) * DAY_MILLIS
const isoYearOf = (day: Day): number => yearOf(thursdayOf(day))
const isoWeekOf = (day: Day): string =>
  two(Math.floor((thursdayOf(day) - Date.UTC(isoYearOf(day), 0, 1)) / DAY_MILLIS / 7) + 1)

export const WEEKDAYS: ReadonlyArray<string> = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday"
]

/**
 * The value of each dimension on a day, as reports have it; of those with a time, the beginning of it:
 * https://developers.google.com/analytics/devguides/reporting/data/v1/api-schema
 */
export const ON_DAY: ReadonlyMap<string, (day: Day) => string> = new Map([
  ["date", isoOf],
  ["dateHour", isoOf],
  ["dateHourMinute", isoOf],
  ["yearMonth", (day) => isoOf(day).slice(0, 7)],
  ["year", (day) => String(yearOf(day))],
  ["month", (day) => isoOf(day).slice(5, 7)],
  ["day", (day) => isoOf(day).slice(8)],
  ["week", weekOf],
  ["yearWeek", (day) => `${yearOf(day)}${weekOf(day)}`],
  ["isoYear", (day) => String(isoYearOf(day))],
  ["isoWeek", isoWeekOf],
  ["isoYearIsoWeek", (day) => `${isoYearOf(day)}-W${isoWeekOf(day)}`],
  ["dayOfWeek", (day) => String(weekdayOf(day))],
  ["dayOfWeekName", (day) => WEEKDAYS[weekdayOf(day)] ?? ""]
])

/**
 * The largest value of each dimension that counts from the beginning of a range, which is 0. Whether weeks begin on
 * Sunday or Monday is not documented, and a day may have an hour more than 24.
 */
export const MOST_IN_RANGE: ReadonlyMap<string, (first: Day, last: Day) => number> = new Map([
  ["nthDay", (first, last) => (last - first) / DAY_MILLIS],
  [
    "nthWeek",
    (first, last) =>
      Math.max(
        ...[0, 6].map((shift) => Math.floor((((weekdayOf(first) + shift) % 7) + (last - first) / DAY_MILLIS) / 7))
      )
  ],
  ["nthMonth", (first, last) => (yearOf(last) - yearOf(first)) * 12 + monthOf(last) - monthOf(first)],
  ["nthYear", (first, last) => yearOf(last) - yearOf(first)],
  ["nthHour", (first, last) => ((last - first) / DAY_MILLIS + 1) * 24],
  ["nthMinute", (first, last) => (((last - first) / DAY_MILLIS + 1) * 24 + 1) * 60]
])
