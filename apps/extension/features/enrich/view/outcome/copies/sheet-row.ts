/** A record as one spreadsheet row: cells separated by tabs, none of which runs as a formula. Pure. */
import { safeCell } from "@inlay/agent-plugin/csv"

import type { SalesRecord } from "../../../requests.ts"
import { COLUMNS, columnsOf } from "./columns.ts"

export const sheetRow = (record: SalesRecord): string => {
  const columns = columnsOf(record)
  return COLUMNS.map((column) => safeCell(columns[column])).join("\t")
}
