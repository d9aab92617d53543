/**
 * Counts the rows of a report of several ranges. The service does not document whether `limit`, `offset` and `rowCount`
 * then count rows, or combinations of dimension values, which have a row for each range. Google's own plugin asks for
 * `limit: 1` and reads a row of each range:
 * https://github.com/google/site-kit-wp/blob/0cd2d40085ef717682dfabbe53d85315ed8b532d/assets/js/modules/analytics-4/components/widgets/TopTrafficSourceWidget.js
 * What is said here is right either way.
 */
import { MAX_ROWS } from "../../schema/report-fields.ts"
import type { Column, Value } from "../../schema/Report.ts"

/** The number of rows if a request has no limit. */
const USUAL_ROWS = 10_000

/** The rows that were requested. */
export interface Page {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** The rows that were read. */
interface Read {
  readonly columns: ReadonlyArray<Column>
  readonly values: ReadonlyArray<ReadonlyArray<Value>>
  readonly count: number
  /** As the service says. */
  readonly rowCount: number
}

/**
 * The number of rows of the whole report. Of several ranges, it is `offset` and the rows that were read if no rows
 * follow, and more than that if some do or that cannot be known.
 */
export const rowCountOf = ({ columns, values, count, rowCount }: Read, { limit = USUAL_ROWS, offset = 0 }: Page) => {
  const rangeAt = columns.findIndex(({ name }) => name === "dateRange")
  if (rangeAt === -1) return rowCount
  // A page may begin after the end.
  const end = count === 0 ? Math.min(offset, rowCount) : offset + count
  // Rows of several ranges that are equal in the dimensions before it are of one combination.
  const combinations = (): number =>
    new Set(values[0]?.map((_, row) => JSON.stringify(values.slice(0, rangeAt).map((column) => column[row])))).size
  const isEnd = (): boolean => {
    if (count < limit) return offset > 0 || rowCount <= count
    // The service may have stopped at its most rows, whatever was requested.
    if (count >= MAX_ROWS) return rowCount === end
    return rowCount <= offset + limit || (count > limit && combinations() < limit)
  }
  return isEnd() ? end : Math.max(rowCount, end + 1)
}
