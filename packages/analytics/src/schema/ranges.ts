/**
 * Parses date ranges such as `28daysAgo..yesterday`, `2026-01-01..2026-01-31` and `today`. Up to four can be separated
 * by commas, each with an optional name: `now=7daysAgo..yesterday, before=14daysAgo..8daysAgo`. One date is that day,
 * except `7daysAgo`, which many mean as the days since then. Days are in the property's time zone.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { parsedBy, textBy } from "./names.ts"

/** A range in the service's format. Its dates are ISO 8601 or relative, and the last day belongs to it. */
export const DateRange = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  startDate: Schema.String,
  endDate: Schema.String
})
export type DateRange = typeof DateRange.Type

/** The most ranges in one report. */
export const MAX_RANGES = 4

/** The name of the preceding range in a comparison. */
export const PREVIOUS = "previous"

/** The range of a report that does not name one. */
export const DEFAULT_RANGE = "28daysAgo..yesterday"

const RELATIVE = /^(?:today|yesterday|(\d{1,5})daysAgo)$/
const ABSOLUTE = /^(\d{4})-(\d\d)-(\d\d)$/
const NAME = /^[A-Za-z][\w -]{0,40}$/
/** Names that the service reserves. */
const RESERVED = /^(date_range_|RESERVED_)/

const DAY_MILLIS = 86_400_000

/** The number of days before today for a relative date, or undefined for an absolute one. */
export const daysAgo = (date: string): number | undefined => {
  if (date === "today") return 0
  if (date === "yesterday") return 1
  const days = RELATIVE.exec(date)?.[1]
  return days === undefined ? undefined : Number(days)
}

const isDate = (date: string): boolean => {
  if (!ABSOLUTE.test(date)) return false
  const millis = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(date)
}

const dateProblem = (date: string): string | undefined => {
  if (daysAgo(date) !== undefined || isDate(date)) return undefined
  const days = /^(\d+)\s*days?\s*ago$/i.exec(date)?.[1]
  if (days !== undefined) return `${JSON.stringify(date)} is not a date: write ${days}daysAgo`
  return ABSOLUTE.test(date)
    ? `${JSON.stringify(date)} is not a calendar day`
    : `${JSON.stringify(date)} is not a date: write 2026-01-31, today, yesterday or 28daysAgo`
}

/**
 * Converts a relative date to an absolute one.
 * @param today in the property's time zone
 */
export const resolvedDate = (date: string, today: string): string => {
  const days = daysAgo(date)
  return days === undefined
    ? date
    : new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MILLIS).toISOString().slice(0, 10)
}

/**
 * The days of a report's ranges, with absolute dates if today is known. Each of several has the name by which rows
 * refer to it in `dateRange`; the service numbers those without a name.
 */
export const resolvedRanges = (
  ranges: ReadonlyArray<DateRange>,
  today: string | undefined
): ReadonlyArray<DateRange> => {
  const day = (date: string) => (today === undefined ? date : resolvedDate(date, today))
  return ranges.map(({ name, startDate, endDate }, at) => {
    const rangeName = name ?? (ranges.length > 1 ? `date_range_${at}` : undefined)
    return {
      ...(rangeName !== undefined && { name: rangeName }),
      startDate: day(startDate),
      endDate: day(endDate)
    }
  })
}

const isBackwards = (start: string, end: string): boolean => {
  const [from, to] = [daysAgo(start), daysAgo(end)]
  if (from !== undefined && to !== undefined) return from < to
  return from === undefined && to === undefined && start > end
}

/** `7daysAgo` alone could be one day, or the days since then. */
const ambiguity = (date: string): string | undefined =>
  (daysAgo(date) ?? 0) > 1
    ? `has ${date} without an end: write ${date}..yesterday for the days since then, or ${date}..${date} for that day`
    : undefined

const rangeOf = (part: string): Result.Result<DateRange, string> => {
  const [, name, dates = ""] = /^(?:([^=]*)=)?(.*)$/s.exec(part) ?? []
  const [start = "", last, ...more] = dates.split("..").map((date) => date.trim())
  const end = last ?? start
  if (more.length > 0) return Result.fail("has a range with more than one ..")
  const problem = dateProblem(start) ?? dateProblem(end) ?? (last === undefined ? ambiguity(start) : undefined)
  if (problem !== undefined) return Result.fail(problem)
  if (isBackwards(start, end)) return Result.fail(`starts after it ends: ${start}..${end}`)
  const rangeName = name?.trim()
  if (rangeName !== undefined && (!NAME.test(rangeName) || RESERVED.test(rangeName)))
    return Result.fail(`${JSON.stringify(rangeName)} cannot name a range`)
  return Result.succeed({ startDate: start, endDate: end, ...(rangeName !== undefined && { name: rangeName }) })
}

/** Parses the ranges of a text. Fails with a message. */
export const parse = (text: string): Result.Result<ReadonlyArray<DateRange>, string> => {
  const ranges: Array<DateRange> = []
  for (const part of text.split(",")) {
    const range = rangeOf(part.trim())
    if (Result.isFailure(range)) return Result.fail(range.failure)
    ranges.push(range.success)
  }
  if (ranges.length > MAX_RANGES) return Result.fail(`has ${ranges.length} ranges: at most ${MAX_RANGES} per report`)
  const names = ranges.flatMap(({ name }) => (name === undefined ? [] : [name]))
  return new Set(names).size === names.length ? Result.succeed(ranges) : Result.fail("gives two ranges the same name")
}

/** The date that is this many days earlier. Relative dates stay relative. */
const earlier = (date: string, days: number): string => {
  const ago = daysAgo(date)
  return ago === undefined ? resolvedDate(`${days}daysAgo`, date) : `${ago + days}daysAgo`
}

/**
 * The number of days of a range. Undefined if it cannot be determined without the current date, which is the case for a
 * range from an absolute date to a relative one or the reverse.
 */
export const lengthOf = ({ startDate, endDate }: DateRange): number | undefined => {
  const [from, to] = [daysAgo(startDate), daysAgo(endDate)]
  if (from !== undefined && to !== undefined) return from - to + 1
  if (from !== undefined || to !== undefined) return undefined
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / DAY_MILLIS) + 1
}

/** The preceding range of the same length, if that is known. */
export const before = (range: DateRange): DateRange | undefined => {
  const days = lengthOf(range)
  return days === undefined
    ? undefined
    : { startDate: earlier(range.startDate, days), endDate: earlier(range.endDate, days) }
}

/** The error in a text of date ranges, or undefined if it is valid. */
export const rangeProblem = parsedBy(parse)

/** One or more date ranges in a text. */
export const range = textBy(rangeProblem)
