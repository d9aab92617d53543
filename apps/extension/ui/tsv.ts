/** A card as tab-separated text for a spreadsheet or a note: one `label<TAB>value` line a row. Pure. */
import type { Card } from "@inlay/agent-plugin/Card"

/** One cell: on one line, and never the beginning of a formula. A plain phone number may keep its `+`. */
const cell = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim()
  return /^[=+\-@]/.test(line) && !/^\+[\d\s().-]+$/.test(line) ? `'${line}` : line
}

export const tsv = (card: Card): string =>
  [
    [card.title, card.subtitle],
    ...card.notices.map((notice) => ["", notice.text]),
    ...card.sections.flatMap(({ title, rows }) =>
      rows.map((row) => [
        title === "" ? row.label : `${title} ${row.label.toLowerCase()}`,
        row.mark === undefined ? row.value : `${row.value} (${row.mark.text})`
      ])
    )
  ]
    .map((cells) => cells.map(cell).join("\t").trimEnd())
    .join("\n")
