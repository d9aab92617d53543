// Runs realtime reports over the events of the last 30 minutes.
// Source: https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/properties/runRealtimeReport

import { epochMinute, localTime } from "../events/calendar.ts"
import { makeLive } from "../events/generate.ts"
import { findDimension } from "../fields/catalog.ts"
import { type Dimension, dimension, ofMinute } from "../fields/dimensions.ts"
import { invalid } from "../frame/errors.ts"
import { both } from "./aggregate.ts"
import { wireRows } from "./answer.ts"
import type { FieldSet } from "./columns.ts"
import { pageOf } from "./pages.ts"
import { fieldsOf } from "./plan.ts"
import type { MinuteRange, RealtimeRequest } from "./request.ts"
import type { Plan } from "./rows.ts"
import { aggregates, tableOf } from "./run-report.ts"
import type { Subject } from "./subject.ts"

const minutes = 30
const mostRanges = 2

const minutesAgo: Dimension = dimension(
  "Time",
  "minutesAgo",
  "Realtime minutes ago",
  "How many minutes ago the event was, 00 to 29.",
  ofMinute(
    (_day, minute) => minute,
    (code) => String(code).padStart(2, "0")
  )
)

const dimensionNames = new Set([
  "city",
  "country",
  "countryId",
  "deviceCategory",
  "eventName",
  "minutesAgo",
  "platform",
  "streamId",
  "streamName",
  "unifiedScreenName"
])
const metricNames = new Set(["activeUsers", "eventCount", "keyEvents", "screenPageViews"])

const fields: FieldSet = {
  hasDimension: (name) => dimensionNames.has(name),
  hasMetric: (name) => metricNames.has(name),
  page: "https://developers.google.com/analytics/devguides/reporting/data/v1/realtime-api-schema",
  find: (name) => (name === "minutesAgo" ? minutesAgo : findDimension(name))
}

/** The range in minutes ago, inclusive. */
const rangeOf = ({ endMinutesAgo = 0, name = "", startMinutesAgo = minutes - 1 }: MinuteRange, index: number) => {
  if (startMinutesAgo < 0 || startMinutesAgo >= minutes || endMinutesAgo < 0) {
    throw invalid(`Invalid MinuteRange: startMinutesAgo and endMinutesAgo must be from 0 to ${minutes - 1}.`)
  }
  if (endMinutesAgo > startMinutesAgo) {
    throw invalid("Invalid MinuteRange: startMinutesAgo must not be less than endMinutesAgo.")
  }
  return { name: name === "" ? `date_range_${index}` : name, from: startMinutesAgo, to: endMinutesAgo }
}

export const runRealtimeReport = (request: RealtimeRequest, subject: Subject) => {
  const { minuteRanges: requestRanges = [] } = request
  if (requestRanges.length > mostRanges) throw invalid(`Requests are limited to ${mostRanges} minuteRanges.`)
  const ranges = (requestRanges.length === 0 ? [{}] : requestRanges).map(rangeOf)
  const { dimensions, isThresholded, keep, metrics, passes } = fieldsOf(request, subject, fields)
  const { context, now } = subject
  const day = localTime(now.millis, now.timeZone).day
  const days = context === undefined ? [] : [makeLive(context.site, day, epochMinute(now.millis), minutes)]
  const several = ranges.length > 1
  const plan: Plan = {
    slices: ranges.map(({ from, to }) => ({
      days,
      keep: both(keep, ({ events }) => (event) => {
        const ago = events.minute[event] ?? 0
        return ago >= to && ago <= from
      })
    })),
    // Whether such reports have zeros for other ranges, too, is not known.
    comparisons: ranges.length,
    sliceTexts: ranges.map(({ name }) => (several ? [name] : [])),
    dimensions,
    metrics,
    passes,
    keepEmptyRows: false,
    scale: 1,
    rate: 1,
    leastUsers: 0
  }
  const texts = [...dimensions.map(({ name }) => name), ...(several ? ["dateRange"] : [])]
  const { all, headers, rows } = tableOf({ plan, texts }, request.orderBys, 0)
  const page = pageOf(plan, rows, { limit: request.limit })
  return {
    isThresholded,
    answer: {
      ...headers,
      rows: wireRows(page.rows, metrics),
      ...aggregates(plan, all, request.metricAggregations),
      rowCount: page.rowCount,
      kind: "analyticsData#runRealtimeReport"
    }
  }
}
