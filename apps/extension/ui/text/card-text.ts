/**
 * A card as text for a note, a mail or a chat: one `Label: value` line a fact. A value stands behind its label and so
 * begins no line; pasted into a spreadsheet, each line is one cell of text. Pure.
 */
import type { Card } from "@inlay/agent-plugin/Card"
import { copyable } from "@inlay/ui/text/visible"

/** What a spreadsheet would run as a formula; a number with its sign is none. */
const isFormula = (line: string): boolean =>
  /^[=@]/.test(line) || (/^[+-]/.test(line) && !/^[+-][\d\s().-]+$/.test(line))

const lineOf = (text: string): string => (isFormula(text) ? `'${text}` : text)

export const cardText = (card: Card): string =>
  [
    copyable(card.title),
    copyable(card.subtitle),
    ...card.notices.map(({ text }) => copyable(text)),
    ...card.sections.flatMap(({ title, rows }) =>
      rows.map(({ label, value, kind, mark }) => {
        const what = copyable(title === "" ? label : `${title} ${label.toLowerCase()}`)
        return `${what}: ${copyable(value, kind)}${mark === undefined ? "" : ` (${copyable(mark.text)})`}`
      })
    )
  ]
    .filter((text) => text !== "")
    .map(lineOf)
    .join("\n")
