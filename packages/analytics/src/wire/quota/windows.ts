/**
 * The windows of the quota: tokens per day, per hour, and per hour and project. Days end at midnight Pacific time.
 * Hours are treated as ending on the hour, which is the latest possible time. The limits apply until responses contain
 * other values.
 * https://developers.google.com/analytics/devguides/reporting/data/v1/quotas
 */
import type { ResourceLimits } from "@inlay/core-http/Budget"

import { quotaTimeZone } from "../../vendors.ts"

/** Limits in tokens. */
const LIMITS = {
  core: { tokensPerDay: 200_000, tokensPerHour: 40_000, tokensPerProjectPerHour: 14_000 },
  realtime: { tokensPerDay: 75_000, tokensPerHour: 15_000, tokensPerProjectPerHour: 14_000 }
} as const

/** Advice for reducing the cost of a report, without its period. */
export const COST_ADVICE = "A narrower date range, fewer dimensions and fewer metrics cost fewer tokens"

/** Concurrent requests of one property and category. */
export const MAX_CONCURRENT = 10

const HOUR_MILLIS = 3_600_000

/** The end of the current hour, in Unix milliseconds. */
export const hourEnd = (nowMillis: number): number => (Math.floor(nowMillis / HOUR_MILLIS) + 1) * HOUR_MILLIS

/** Created on first use, because creating it would slow down every start. */
let wallClock: Intl.DateTimeFormat | undefined
const makeWallClock = () =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: quotaTimeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    hourCycle: "h23"
  })

const partsOf = (millis: number): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (wallClock ??= makeWallClock()).formatToParts(millis).map(({ type, value }) => [type, Number(value)])
  )

/** Offsets of Pacific time from UTC, in summer and in winter. */
const OFFSETS_HOURS = [7, 8]

/** The end of the quota's current day, in Unix milliseconds. */
export const dayEnd = (nowMillis: number): number => {
  const { year = 0, month = 1, day = 1 } = partsOf(nowMillis)
  const midnights = OFFSETS_HOURS.map((hours) => Date.UTC(year, month - 1, day + 1) + hours * HOUR_MILLIS)
  return midnights.find((millis) => partsOf(millis)["hour"] === 0) ?? Math.max(...midnights)
}

/** The limits of a property and category that are assumed before the first response. */
export const limitsOf = (isRealtime: boolean): ResourceLimits => {
  const { tokensPerDay, tokensPerHour, tokensPerProjectPerHour } = isRealtime ? LIMITS.realtime : LIMITS.core
  return {
    places: MAX_CONCURRENT,
    costAdvice: COST_ADVICE,
    windows: (nowMillis) => [
      { name: "tokensPerDay", limit: tokensPerDay, endsAtMillis: dayEnd(nowMillis) },
      { name: "tokensPerHour", limit: tokensPerHour, endsAtMillis: hourEnd(nowMillis) },
      { name: "tokensPerProjectPerHour", limit: tokensPerProjectPerHour, endsAtMillis: hourEnd(nowMillis) }
    ]
  }
}
