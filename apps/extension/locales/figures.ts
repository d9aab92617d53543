/**
 * Shares, days and times of the clock in one language, by `Intl`: for the words of what a popup loads later. The popup itself
 * carries `forms.ts`.
 */
import { localeOf } from "./forms.ts"
import type { Language } from "./languages.ts"

/** A share of 1: "62%". */
export const percentsIn = (language: Language) => {
  const format = new Intl.NumberFormat(localeOf(language), { style: "percent" })
  return (share: number): string => format.format(share)
}

/** A date without a time, such as `2026-11-20`: "20 Nov". */
export const daysIn = (language: Language) => {
  const format = new Intl.DateTimeFormat(localeOf(language), { day: "numeric", month: "short", timeZone: "UTC" })
  return (date: string): string => format.format(Date.parse(date))
}

/** The same with the day of the week: "Fri, 20 Nov". */
export const weekdaysIn = (language: Language) => {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC"
  })
  return (date: string): string => format.format(Date.parse(date))
}

/** A time of today in the reader's own time zone: "14:03". What is no date stays as it is. */
export const clocksIn = (language: Language) => {
  const format = new Intl.DateTimeFormat(localeOf(language), { hour: "2-digit", minute: "2-digit" })
  return (iso: string): string => (Number.isNaN(Date.parse(iso)) ? iso : format.format(new Date(iso)))
}
