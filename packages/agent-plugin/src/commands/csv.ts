/** Formats rows as CSV (RFC 4180, lines end with LF) that is safe to open in a spreadsheet. */

/**
 * Beginnings of text that a spreadsheet may evaluate as a formula:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[=+\-@\t\r\n]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

type Cell = string | number | boolean | null | undefined

/** Adds a leading `'` to a text that a spreadsheet may evaluate as a formula, and so would change or run. */
export const safeCell = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)

const safe = (value: Cell): Cell => (typeof value === "string" ? safeCell(value) : value)

const written = (value: Cell, delimiter: string): string => {
  if (value === null || value === undefined) return ""
  const text = String(value)
  return NEEDS_QUOTES.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}

const lineOf = (cells: ReadonlyArray<Cell>, delimiter = ","): string => {
  const line = cells.map((cell) => written(cell, delimiter)).join(delimiter)
  // An empty line would not count as a row.
  return `${line === "" ? '""' : line}\n`
}

/**
 * Formats one line, including its line end. A text that starts with `=`, `+`, `-`, `@`, a tab or a line end and is not
 * a number is prefixed with `'`, so that a spreadsheet does not evaluate it.
 */
export const csvLine = (cells: ReadonlyArray<Cell>): string => lineOf(cells.map(safe))

/**
 * Like `csvLine`, but the user's own cells at the start of the line are left unchanged.
 * @param delimiter a comma, a semicolon, a tab or a bar, as in the user's own file
 */
export const extendedCsvLine = (own: ReadonlyArray<string>, added: ReadonlyArray<Cell>, delimiter: string): string =>
  lineOf([...own, ...added.map(safe)], delimiter)
