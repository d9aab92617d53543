/** Translates a card: its plugin writes labels, marks and notices in English. Values stay unchanged. Pure. */
import type { Card } from "@inlay/agent-plugin/Card"

/** The titles that the plugin writes for a record without a name. Any other title is a name. */
const UNNAMED = /^Unnamed (?:person|company)$/

/** @param text translates a text that the plugin wrote */
export const titleIn = (title: string, text: (english: string) => string): string =>
  UNNAMED.test(title) ? text(title) : title

/** @param text translates a text that the plugin wrote */
export const cardIn = (card: Card, text: (english: string) => string): Card => ({
  ...card,
  title: titleIn(card.title, text),
  notices: card.notices.map((notice) => ({ ...notice, text: text(notice.text) })),
  sections: card.sections.map(({ title, rows }) => ({
    title: text(title),
    rows: rows.map((row) => ({
      ...row,
      label: text(row.label),
      ...(row.mark !== undefined && { mark: { ...row.mark, text: text(row.mark.text) } })
    }))
  }))
})
