/**
 * The formats in which a result can be copied: text for a note or a chat, a row for a sheet, a contact for an address
 * book, JSON for a program. Pure.
 */
import { safeCell } from "@inlay/agent-plugin/csv"

import { cardText } from "../../../../../ui/text/card-text.ts"
import type { Answered } from "../../../requests.ts"
import { cellsOf } from "./columns.ts"
import { vcard } from "./vcard.ts"

/** No cell runs as a formula. A spreadsheet reads a quotation mark at the beginning of a cell as one around it. */
const cellOf = (text: string): string => {
  const safe = safeCell(text)
  return safe.startsWith('"') ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const formats = ({ card, record, subject }: Answered) => ({
  text: () => cardText(card),
  row: () => cellsOf(record).map(cellOf).join("\t"),
  vcard: () => vcard(record, subject.name),
  json: () => JSON.stringify(record.fields, null, 2)
})
