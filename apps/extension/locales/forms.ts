/**
 * Plurals, numbers, lists, ages and moments of one language, all by `Intl`; one function each, so that a script carries what
 * it uses. For the words of a language alone: views import none of this, or their chunk and the words' would wait for each
 * other.
 */
import type { Language } from "./languages.ts"

/** By `Intl.PluralRules`; `other` stands for every form that a language does not have. */
export type Forms = { readonly other: string } & { readonly [Rule in Intl.LDMLPluralRule]?: string }

/** The browser's own variant of the language, such as `en-AU`, for its numbers and dates. */
export const localeOf = (language: Language): string => {
  const locale = navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language
  // Prices are typed, and telephone numbers are shown, in these digits: two kinds side by side are hard to compare.
  return language === "ar" ? new Intl.Locale(locale, { numberingSystem: "latn" }).toString() : locale
}

/** The form that goes with a count. */
export const pluralsIn = (language: Language) => {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: Forms): string => forms[rules.select(count)] ?? forms.other
}

export const numbersIn = (language: Language) => {
  const format = new Intl.NumberFormat(localeOf(language))
  return (value: number): string => format.format(value)
}

/** "a, b and c". */
export const listsIn = (language: Language) => {
  const format = new Intl.ListFormat(localeOf(language))
  return (items: ReadonlyArray<string>): string => format.format(items)
}

/** "3 days ago". */
export const agesIn = (language: Language) => {
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: "always" })
  return (count: number, unit: "minute" | "hour" | "day" | "month"): string => format.format(-count, unit)
}

/** "5 May 2026", on one line. What is no date stays as it is. */
export const datesIn = (language: Language) => {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC"
  })
  return (iso: string): string =>
    Number.isNaN(Date.parse(iso)) ? iso : format.format(new Date(iso)).replaceAll(" ", "\u00A0")
}

/** Day and time in the reader's own time zone: "20 Nov, 14:03". What is no date stays as it is. */
export const momentsIn = (language: Language) => {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit"
  })
  return (iso: string): string => (Number.isNaN(Date.parse(iso)) ? iso : format.format(new Date(iso)))
}
