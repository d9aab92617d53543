/**
 * Ends a page of a report of several periods where the next page can begin. The service does not document how it orders
 * the rows of several periods that are equal in everything it sorts by, so a page that ended between them could lose or
 * repeat some.
 */
import type { Row } from "../../schema/Report.ts"

/**
 * Returns how many rows of a page to return. At least one, so that pages advance.
 * @param rows as read, sorted by `names`
 * @param periods the most rows that can be equal in `names`
 */
export const pageEnd = (rows: ReadonlyArray<Row>, periods: number, names: ReadonlyArray<string>): number => {
  const last = rows.at(-1)
  const startOfTies = rows.findIndex((row) => names.every((name) => row[name] === last?.[name]))
  const isWhole = rows.length - startOfTies >= periods
  return isWhole || startOfTies <= 0 ? rows.length : startOfTies
}
