/** How long ago, within a sentence. */
import { LANGUAGE } from "./plural.ts"

const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always" })

const DAYS_OF_MONTH = 30.44

export const age = {
  justNow: "just now",
  ago: (count: number, unit: "day" | "hour" | "minute"): string => relative.format(-count, unit),
  /** Of a record: when its provider looked at it last. */
  checked: (days: number): string =>
    days === 0
      ? "checked today"
      : `checked ${days < 60 ? relative.format(-days, "day") : relative.format(-Math.floor(days / DAYS_OF_MONTH), "month")}`
} as const
