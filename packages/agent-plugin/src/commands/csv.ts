/** Rows as CSV (RFC 4180, lines end with LF), safe to open in a spreadsheet. */

/** What a spreadsheet may take for a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

const cellOf = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return ""
  if (typeof value !== "string") return String(value)
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * One line with its end. A text that begins with `=`, `+`, `-`, `@`, a tab or a line end and is no number gets `'` before it,
 * so that no spreadsheet runs it.
 */
export const csvLine = (cells: ReadonlyArray<string | number | boolean | null | undefined>): string => {
  const line = cells.map(cellOf).join(",")
  // An empty line is no row.
  return `${line === "" ? '""' : line}\n`
}
