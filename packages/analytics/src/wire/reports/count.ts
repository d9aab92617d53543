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

/** The number of combinations of dimension values in the rows. */
const combinationsIn = ({ columns, values, count }: Read): number => {
  const dimensions = values.filter((_, at) => columns[at]?.kind === "dimension" && columns[at].name !== "dateRange")
  return new Set(Array.from({ length: count }, (_, row) => JSON.stringify(dimensions.map((column) => column[row]))))
    .size
}

/** Whether no rows follow. Says no if that cannot be known. */
const isEnd = (read: Read, { limit = USUAL_ROWS, offset = 0 }: Page): boolean => {
  const { count, rowCount } = read
  if (count < limit) return offset > 0 || rowCount <= count
  // The service may have stopped at its most rows, whatever was requested.
  if (count >= MAX_ROWS) return rowCount === offset + count
  return rowCount <= offset + limit || (count > limit && combinationsIn(read) < limit)
}

/**
 * The number of rows of the whole report. If rows follow, it is more than have been read, but not exact, so that
 * `offset` and the rows that were read add up to it only at the end.
 */
export const rowCountOf = (read: Read, page: Page): number => {
  const { count, rowCount } = read
  const { offset = 0 } = page
  const end = offset + count
  if (!isEnd(read, page)) return Math.max(rowCount, end + 1)
  return offset === 0 ? count : Math.min(rowCount, end)
}
