/** A table as a CSV file that a double click opens in a spreadsheet. Pure. */
import { extendedCsvLine } from "@inlay/agent-plugin/csv"

/**
 * Starts with a byte order mark, so that spreadsheets read the file as UTF-8. Where the decimal mark is a comma, they
 * expect semicolons between cells, and would put each line into one cell.
 *
 * @param locale the browser's own if not given
 */
export const csvFile = (rows: ReadonlyArray<ReadonlyArray<string | number>>, locale?: string): string => {
  const delimiter = new Intl.NumberFormat(locale).format(0.5) === "0.5" ? "," : ";"
  return `\uFEFF${rows.map((cells) => extendedCsvLine([], cells, delimiter)).join("")}`
}
