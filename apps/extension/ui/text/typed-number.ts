/** Reads a number as people type it, in any language, also in Arabic and Persian digits. */
import { language } from "../../locales/language.ts"
import type { Language } from "../../locales/languages.ts"

/** A comma with three digits after it, which may separate thousands: `1,234`. */
const GROUPED = /^[1-9]\d{0,2},\d{3}$/
/** The same with a point: `1.234`. */
const GROUPED_BY_POINT = /^[1-9]\d{0,2}\.\d{3}$/

const groupsByPoint = (of: Language): boolean => new Intl.NumberFormat(of).format(12_345).includes(".")

/**
 * Returns the number with a point for a decimal comma: `0,5` becomes `0.5`. A comma that may separate thousands stays,
 * so that the text is no number and nobody books 1.234 for 1234.
 */
export const typedNumber = (typed: string): string => {
  const text = typed
    .trim()
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace("\u066B", ".")
    .replaceAll("\u066C", ",")
  return GROUPED.test(text) ? text : text.replace(/^(-?\d*),(\d+)$/, "$1.$2")
}

/**
 * The number of a text of `typedNumber`. `NaN` if it is none, or if its point may separate thousands, as in German.
 * @param of the language of the page
 */
export const numberOf = (text: string, of: Language = language): number =>
  GROUPED_BY_POINT.test(text) && groupsByPoint(of) ? Number.NaN : Number(text)
