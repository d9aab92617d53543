/** Reports of the last 30 minutes (60 for properties of the paid service level). */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { parsedBy, textBy } from "./names.ts"
import { PropertyName } from "./Property.ts"
import { rangeProblem } from "./ranges.ts"
import * as Fields from "./report-fields.ts"

/** A range of minutes in the service's format. */
export interface MinuteRange {
  readonly startMinutesAgo: number
  readonly endMinutesAgo: number
}

/** The most ranges of minutes in one report. */
export const MAX_MINUTE_RANGES = 2
/** For the paid service level. The standard level has 29. */
const MAX_MINUTES_AGO = 59

const RANGE = /^(\d{1,3})(?:\.\.(\d{1,3}))?$/

/** Parses ranges such as `29..15, 14..0`: minutes ago, earlier first. */
export const minuteRanges = (text: string): Result.Result<ReadonlyArray<MinuteRange>, string> => {
  const ranges: Array<MinuteRange> = []
  for (const part of text.split(",")) {
    const [, start, end = start] = RANGE.exec(part.trim()) ?? []
    if (start === undefined) return Result.fail("must be minutes ago, such as 29..0 or 29..15, 14..0")
    const range = { startMinutesAgo: Number(start), endMinutesAgo: Number(end) }
    if (range.startMinutesAgo > MAX_MINUTES_AGO) return Result.fail("must be within 29..0, the last 30 minutes")
    if (range.startMinutesAgo < range.endMinutesAgo) return Result.fail(`starts after it ends: ${part.trim()}`)
    ranges.push(range)
  }
  return ranges.length > MAX_MINUTE_RANGES
    ? Result.fail(`has ${ranges.length} ranges: at most ${MAX_MINUTE_RANGES} per real-time report`)
    : Result.succeed(ranges)
}

const minutesProblem = parsedBy(minuteRanges)

/** A realtime report. It has no offset and no dates. */
export const RealtimeInput = Schema.Struct({
  ...PropertyName.fields,
  metrics: Fields.metrics,
  dimensions: Fields.dimensions,
  /** Minutes ago, such as `29..15, 14..0`. Defaults to the last 30. */
  minutes: Schema.optionalKey(textBy(minutesProblem)()),
  filter: Fields.filter,
  order: Fields.order,
  limit: Fields.limit,
  totals: Fields.totals
})
export type RealtimeInput = typeof RealtimeInput.Type

/** Matches a realtime range: `realtime`, `realtime 9..0`. A range of days may be named so: `realtime=today`. */
const REALTIME = /^\s*realtime\b(?!\s*=)\s*(.*)$/is

/** The minutes of a realtime range, empty for all of them. Returns undefined for a range of days. */
export const minutesIn = (range: unknown): string | undefined =>
  typeof range === "string" ? REALTIME.exec(range)?.[1]?.trim() : undefined

/** A range with a name is of days: `now=7daysAgo..yesterday`. */
const isOfMinutes = (text: string): boolean => !text.includes("=") && /minute|^\s*now\b/i.test(text)

/** A range of days or a realtime range. */
export const anyRange = textBy((value) => {
  const minutesAgo = minutesIn(value)
  if (minutesAgo === undefined) {
    return isOfMinutes(value) ? "is in minutes: write realtime, or realtime 9..0 for minutes ago" : rangeProblem(value)
  }
  return minutesAgo === "" ? undefined : minutesProblem(minutesAgo)
})

/** Validation rules between the fields of a realtime report. */
export const realtimeRules = (input: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> =>
  Fields.columnRules(input, ["dateRange"])
