// Cuts a page out of the rows of a report. Of several date ranges, `offset`, `limit` and `rowCount` count combinations
// of dimension values, and a page has the rows of every range for each. The documentation does not say so, but Google's
// own plugin asks for `limit: 1` and reads a row of each range:
// https://github.com/google/site-kit-wp/blob/0cd2d40085ef717682dfabbe53d85315ed8b532d/assets/js/modules/analytics-4/components/widgets/TopTrafficSourceWidget.js
// A setting counts the rows of each range instead, so that clients can be tested with both.

import { invalid } from "../frame/errors.ts"
import type { Plan, Row } from "./rows.ts"

const usualLimit = 10_000
const mostRows = 250_000

interface Page {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
}

/** A `limit` of 0 means the default. Limits above the maximum are reduced to it. */
const slice = <Item>(items: ReadonlyArray<Item>, { limit = 0, offset = 0 }: Page): ReadonlyArray<Item> => {
  if (offset < 0) throw invalid("offset must not be negative.")
  if (limit < 0) throw invalid("limit must be positive.")
  return items.slice(offset, offset + Math.min(limit === 0 ? usualLimit : limit, mostRows))
}

/** @param rows in order */
export const pageOf = (
  { comparisons, slices }: Plan,
  rows: ReadonlyArray<Row>,
  page: Page,
  countsEachRange = false
): { readonly rows: ReadonlyArray<Row>; readonly rowCount: number } => {
  if (countsEachRange || slices.length === comparisons) return { rows: slice(rows, page), rowCount: rows.length }
  // The date range is the last text of a row.
  const combinationOf = ({ texts }: Row): string => JSON.stringify(texts.slice(0, -1))
  const combinations = [...new Set(rows.map(combinationOf))]
  const shown = new Set(slice(combinations, page))
  return { rows: rows.filter((row) => shown.has(combinationOf(row))), rowCount: combinations.length }
}
