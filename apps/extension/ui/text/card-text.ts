/**
 * A card as text for a note, a mail or a chat: one `Label: value` line a fact. A value stands behind its label and so
 * begins no line; pasted into a spreadsheet, each line is one cell of text. Pure.
 */
import type { Card } from "@inlay/agent-plugin/Card"
import { copyable } from "@inlay/ui/text/visible"

import { factName } from "../../locales/result.ts"
import { safeCell } from "./cell.ts"

export const cardText = (card: Card): string =>
  [
    copyable(card.title),
    copyable(card.subtitle),
    ...card.notices.map(({ text }) => copyable(text)),
    ...card.sections.flatMap(({ title, rows }) =>
      rows.map(({ label, value, kind, detail, mark }) => {
        // A role's section says the same as its row.
        const what = copyable(title === "" || title === label ? label : factName(title, label))
        const more = [detail, mark?.text].filter((part) => part !== undefined).map((part) => copyable(part))
        return `${what}: ${copyable(value, kind)}${more.length === 0 ? "" : ` (${more.join(", ")})`}`
      })
    )
  ]
    .filter((text) => text !== "")
    .map(safeCell)
    .join("\n")
