/** Rows as CSV (RFC 4180, lines end with LF), safe to open in a spreadsheet. */

/** What a spreadsheet may take for a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

type Cell = string | number | boolean | null | undefined

const safe = (value: Cell): Cell =>
  typeof value === "string" && FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value

const written = (value: Cell): string => {
  if (value === null || value === undefined) return ""
  const text = String(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lineOf = (cells: ReadonlyArray<Cell>): string => {
  const line = cells.map(written).join(",")
  // An empty line is no row.
  return `${line === "" ? '""' : line}\n`
}

/**
 * One line with its end. A text that begins with `=`, `+`, `-`, `@`, a tab or a line end and is no number gets `'` before it,
 * so that no spreadsheet runs it.
 */
export const csvLine = (cells: ReadonlyArray<Cell>): string => lineOf(cells.map(safe))

/** The same behind cells of the user's own, which stay as they are. */
export const extendedCsvLine = (own: ReadonlyArray<string>, added: ReadonlyArray<Cell>): string =>
  lineOf([...own, ...added.map(safe)])
