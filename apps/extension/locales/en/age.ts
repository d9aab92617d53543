/** How long ago, within a sentence. */
import { LANGUAGE } from "./plural.ts"

const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always" })

export const age = {
  justNow: "just now",
  ago: (count: number, unit: "day" | "hour" | "minute"): string => relative.format(-count, unit)
} as const
