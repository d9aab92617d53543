/**
 * Formats shares, days and times of one language with `Intl`, for texts of the popup's lazily loaded parts. The popup
 * itself loads `forms.ts`.
 */
import { datesAs, localeOf } from "./forms.ts"
import type { Language } from "./languages.ts"

/** For a share from 0 to 1: "62%". */
export const percentsIn = (language: Language) => {
  const format = new Intl.NumberFormat(localeOf(language), { style: "percent" })
  return (share: number): string => format.format(share)
}

/** For a date without a time, such as `2026-11-20`: "20 Nov". */
export const daysIn = (language: Language) => datesAs(language, { day: "numeric", month: "short", timeZone: "UTC" })

/** The same with the weekday: "Fri, 20 Nov". */
export const weekdaysIn = (language: Language) =>
  datesAs(language, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" })

/** For a time of today, in the user's own time zone, on one line: "2:03 PM". */
export const clocksIn = (language: Language) => {
  const format = datesAs(language, { hour: "numeric", minute: "2-digit" })
  return (iso: string): string => format(iso).replaceAll(" ", "\u00A0")
}
