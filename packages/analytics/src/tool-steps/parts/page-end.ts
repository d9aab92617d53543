/**
 * Ends a page of a report of several periods where the next page can begin. The service does not document how it orders
 * the rows of several periods that are equal in everything it sorts by, so a page that ended between them could lose or
 * repeat some.
 */
import type { Row } from "../../schema/Report.ts"

/**
 * Returns how many rows of a page to return. At least one, so that pages advance.
 * @param rows as read, sorted by `names`
 * @param count how many of the rows fit
 * @param periods the most rows that can be equal in `names`
 */
export const pageEnd = (
  rows: ReadonlyArray<Row>,
  count: number,
  periods: number,
  names: ReadonlyArray<string>
): number => {
  const last = rows[count - 1]
  const startOfTies = rows.findIndex((row) => names.every((name) => row[name] === last?.[name]))
  const next = rows[count]
  const isWhole =
    next === undefined ? count - startOfTies >= periods : names.some((name) => next[name] !== last?.[name])
  return isWhole || startOfTies <= 0 ? count : startOfTies
}
