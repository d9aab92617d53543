/** Reads a number as people type it, in any language, also in Arabic and Persian digits. Pure. */

/** A comma with three digits after it, which may separate thousands: `1,234`. */
const GROUPED = /^[1-9]\d{0,2},\d{3}$/

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
