// Parses date ranges: `YYYY-MM-DD`, `NdaysAgo`, `yesterday`, `today`, in the property's time zone.
// Source: https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/DateRange

import { dayOfText } from "../events/calendar.ts"
import { invalid } from "../frame/errors.ts"
import type { DateRange } from "./request.ts"

export interface Range {
  readonly name: string
  /** Days since 1970-01-01, inclusive. */
  readonly first: number
  readonly last: number
}

const mostRanges = 4

const dayOf = (text: string, today: number): number | undefined => {
  if (text === "today") return today
  if (text === "yesterday") return today - 1
  const ago = /^(\d{1,5})daysAgo$/.exec(text)?.[1]
  return ago === undefined ? dayOfText(text) : today - Number(ago)
}

const readDay = (field: "startDate" | "endDate", text: string, today: number): number => {
  const day = dayOf(text, today)
  if (day === undefined) {
    throw invalid(
      `Invalid ${field} '${text}' in DateRange. Dates must be in the format YYYY-MM-DD, NdaysAgo, yesterday, or today.`
    )
  }
  if (day < (dayOfText("2015-08-14") ?? 0)) {
    throw invalid(`${field} '${text}' is before the earliest date that can be queried, 2015-08-14.`)
  }
  return day
}

const nameOf = ({ name }: DateRange, index: number): string => {
  if (name === undefined || name === "") return `date_range_${index}`
  if (/^(date_range_|RESERVED_)/.test(name)) {
    throw invalid(`The date range name '${name}' cannot begin with 'date_range_' or 'RESERVED_'.`)
  }
  return name
}

/** The ranges in order. Refuses an empty list, more than four ranges, and ranges that end before they start. */
export const rangesOf = (dateRanges: ReadonlyArray<DateRange> = [], today: number): ReadonlyArray<Range> => {
  if (dateRanges.length === 0) throw invalid("A date range is required. Specify at least one DateRange in dateRanges.")
  if (dateRanges.length > mostRanges) throw invalid(`Requests are limited to ${mostRanges} dateRanges.`)
  const ranges = dateRanges.map((range, index) => {
    const { endDate = "", startDate = "" } = range
    const [first, last] = [readDay("startDate", startDate, today), readDay("endDate", endDate, today)]
    if (first > last) {
      throw invalid(`Invalid DateRange: the startDate '${startDate}' is after the endDate '${endDate}'.`)
    }
    return { name: nameOf(range, index), first, last }
  })
  if (new Set(ranges.map(({ name }) => name)).size < ranges.length) throw invalid("Date range names must be unique.")
  return ranges
}
