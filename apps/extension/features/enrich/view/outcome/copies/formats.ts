/**
 * The formats in which a result can be copied: text for a note or a chat, a row for a sheet, a contact for an address
 * book, JSON for a program. Pure.
 */
import { cardText } from "../../../../../ui/text/card-text.ts"
import type { Answered } from "../../../requests.ts"
import { sheetRow } from "./sheet-row.ts"
import { vcard } from "./vcard.ts"

export const formats = ({ card, record, subject }: Answered) => ({
  text: () => cardText(card),
  row: () => sheetRow(record),
  vcard: () => vcard(record, subject.name),
  json: () => JSON.stringify(record.fields, null, 2)
})
