/** Formats rows as CSV (RFC 4180, lines end with LF) that is safe to open in a spreadsheet. */

/**
 * Beginnings of text that a spreadsheet may evaluate as a formula:
 * https://owasp.org/www-community/attacks/CSV_Injection. Numbers and a Japanese Excel read the full-width characters as
 * the others, and LibreOffice skips null characters.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n\0]/
const NUMBER = /^-?\d+(\.\d+)?$/
/**
 * Where a cell may begin in a spreadsheet that splits the file at another separator, as many countries' do, and what
 * begins there may be a formula. There, a quote that does not begin a cell protects nothing, not even a line end.
 */
const INNER_FORMULA = /([,;\t|\r\n][\0"]*)(?=[=+\-@＝＋－＠])(?!-\d+(?:\.\d+)?(?:[,;\t|\r\n]|$))/g
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$|[;\t|]\0*'[=+\-@＝＋－＠]/

type Cell = string | number | boolean | null | undefined

/**
 * Adds a `'` to a text that a spreadsheet may evaluate as a formula, and so would change or run: before the text, and
 * within it where the spreadsheet may begin a cell. It splits what is pasted as the user last split a text.
 *
 * @param delimiter of a file in which the text is quoted where it has this delimiter
 */
export const safeCell = (text: string, delimiter?: string): string =>
  (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text).replace(INNER_FORMULA, (start) =>
    start[0] === delimiter ? start : `${start}'`
  )

/**
 * Adds a leading `'` to a text that a spreadsheet would read as something else: a telephone number such as 0491570156,
 * whose `0` it would remove, also with spaces where these group digits, or one such as 447911123456, of which it would
 * show and save 4.47911E+11, and a range such as 11-50, which it would take for a month.
 */
export const literalCell = <A extends Cell>(text: A): A | string =>
  typeof text === "string" && /^(0\d+(\s\d{3})*|\d{12,}|\d+[-.]\d+)$/.test(text) ? `'${text}` : text

const safeCells = (values: ReadonlyArray<Cell>, delimiter: string): ReadonlyArray<Cell> =>
  values.map((value) => (typeof value === "string" ? safeCell(value, delimiter) : value))

const cellText = (value: Cell, delimiter: string): string => {
  if (value === null || value === undefined) return ""
  const text = String(value)
  return NEEDS_QUOTES.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats one line for a program: like `csvLine`, but no text is changed. */
export const plainCsvLine = (cells: ReadonlyArray<Cell>, delimiter: string): string => {
  const line = cells.map((cell) => cellText(cell, delimiter)).join(delimiter)
  // An empty line would not count as a row.
  return `${line === "" ? '""' : line}\n`
}

/**
 * Formats one line, including its line end. A text that starts with `=`, `+`, `-`, `@` (also in full width), a tab, a
 * line end or a null character and is not a number is prefixed with `'`, so that a spreadsheet does not evaluate it. So
 * is the part of a text that starts in this way after a `;`, a tab, a `|` or a line end, where a spreadsheet may begin a
 * cell.
 */
export const csvLine = (cells: ReadonlyArray<Cell>): string => plainCsvLine(safeCells(cells, ","), ",")

/**
 * Like `csvLine`, but the user's own cells at the start of the line are left unchanged.
 * @param delimiter a comma, a semicolon, a tab or a bar, as in the user's own file
 */
export const extendedCsvLine = (own: ReadonlyArray<string>, added: ReadonlyArray<Cell>, delimiter: string): string =>
  plainCsvLine([...own, ...safeCells(added, delimiter)], delimiter)
