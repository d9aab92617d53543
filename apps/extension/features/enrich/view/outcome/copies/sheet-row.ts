/** A record as one spreadsheet row: cells separated by tabs, none of which runs as a formula. Pure. */
import { safeCell } from "@inlay/agent-plugin/csv"

import type { SalesRecord } from "../../../requests.ts"
import { cellsOf } from "./columns.ts"

/** A spreadsheet reads a quotation mark at the beginning of a cell as one around it. */
const cellOf = (text: string): string => {
  const safe = safeCell(text)
  return safe.startsWith('"') ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const sheetRow = (record: SalesRecord): string => cellsOf(record).map(cellOf).join("\t")
