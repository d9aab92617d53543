/**
 * A card as text for a note, an email or a chat: one `Label: value` line for each fact. A value follows its label and
 * so never starts a line, and pasted into a spreadsheet each line becomes one text cell. Pure.
 */
import type { Card } from "@inlay/agent-plugin/Card"
import { safeCell } from "@inlay/agent-plugin/csv"
import { copyable } from "@inlay/ui/text/visible"

import { factName } from "../../locales/result.ts"

export const cardText = (card: Card): string =>
  [
    copyable(card.title),
    copyable(card.subtitle),
    ...card.notices.map(({ text }) => copyable(text)),
    ...card.sections.flatMap(({ title, rows }) =>
      rows.map(({ label, value, kind, detail, mark }) => {
        // The title of a role's section is the same as the label of its row, so it is not repeated.
        const what = copyable(title === "" || title === label ? label : factName(title, label))
        const more = [detail, mark?.text].filter((part) => part !== undefined).map((part) => copyable(part))
        return `${what}: ${copyable(value, kind)}${more.length === 0 ? "" : ` (${more.join(", ")})`}`
      })
    )
  ]
    .filter((text) => text !== "")
    .map((text) => safeCell(text))
    .join("\n")
