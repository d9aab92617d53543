/** Formats times and durations for people. */
import { common } from "../words.ts"

const MINUTE = 60_000
const UNITS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ["day", 1440 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE]
]

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/**
 * A relative time: `5 minutes ago`, `in 3 days`.
 * @param iso ISO 8601
 */
export const ago = (iso: string): string => {
  const apart = Date.parse(iso) - Date.now()
  const unit = UNITS.find(([, millis]) => Math.abs(apart) >= millis)
  if (unit === undefined) return apart > 0 ? common.inAMoment : common.justNow
  return relative.format(Math.round(apart / unit[1]), unit[0])
}

export const exact = (iso: string): string =>
  new Date(iso).toLocaleString("en-AU", { dateStyle: "medium", timeStyle: "medium" })

/** A duration: `40 ms`, `0.4 s`, `2 min 5 s`. */
export const lasting = (millis: number): string => {
  if (millis < 100) return `${Math.round(millis)} ms`
  if (millis < 10_000) return `${(millis / 1000).toFixed(1)} s`
  const seconds = Math.round(millis / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
