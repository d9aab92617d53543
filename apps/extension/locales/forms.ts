/**
 * Plurals, numbers, lists, ages and moments of one language, all with `Intl`. One function each, so that a script
 * contains only those it uses. Only language modules may import this: if views did, their chunk and the words' chunk
 * would wait for each other.
 */
import type { Language } from "./languages.ts"

/** Forms by `Intl.PluralRules`; `other` is used for every form that a language does not have. */
export type Forms = { readonly other: string } & { readonly [Rule in Intl.LDMLPluralRule]?: string }

/** The browser's own variant of the language, such as `en-AU`, for numbers and dates. */
export const localeOf = (language: Language): string => {
  const locale = navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language
  // The calendar is that of services and their pages: for ar-SA, older versions of Chromium choose another one. Prices
  // are typed and telephone numbers are shown in Latin digits, and two kinds side by side are hard to compare.
  return `${locale.split("-u-", 1)[0]}-u-ca-gregory${language === "ar" ? "-nu-latn" : ""}`
}

/** Makes a formatter with its first use, because a page's first date costs 25 ms. */
const onFirstUse = <Formatter>(make: () => Formatter): (() => Formatter) => {
  let formatter: Formatter | undefined
  return () => (formatter ??= make())
}

/** Returns a function that chooses the form for a count. */
export const pluralsIn = (language: Language) => {
  const rules = onFirstUse(() => new Intl.PluralRules(language))
  return (count: number, forms: Forms): string => forms[rules().select(count)] ?? forms.other
}

export const numbersIn = (language: Language) => {
  const format = onFirstUse(() => new Intl.NumberFormat(localeOf(language)))
  return (value: number): string => format().format(value)
}

/** "a, b and c". */
export const listsIn = (language: Language) => {
  const format = onFirstUse(() => new Intl.ListFormat(localeOf(language)))
  return (items: ReadonlyArray<string>): string => format().format(items)
}

/** "3 days ago". */
export const agesIn = (language: Language) => {
  const format = onFirstUse(() => new Intl.RelativeTimeFormat(localeOf(language), { numeric: "always" }))
  return (count: number, unit: "minute" | "hour" | "day" | "month" | "year"): string => format().format(-count, unit)
}

/** A text that is not a date is returned unchanged. */
export const datesAs = (language: Language, options: Intl.DateTimeFormatOptions) => {
  const format = onFirstUse(() => new Intl.DateTimeFormat(localeOf(language), options))
  return (iso: string): string => (Number.isNaN(Date.parse(iso)) ? iso : format().format(new Date(iso)))
}

/** "5 May 2026", on one line. */
export const datesIn = (language: Language) => {
  const format = datesAs(language, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
  return (iso: string): string => (Number.isNaN(Date.parse(iso)) ? iso : format(iso).replaceAll(" ", "\u00A0"))
}

/** Day and time in the user's own time zone: "20 Nov, 14:03". */
export const momentsIn = (language: Language) =>
  datesAs(language, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" })
