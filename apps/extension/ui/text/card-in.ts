/** Translates a card: its plugin writes labels, marks and notices in English. Values stay unchanged. Pure. */
import type { Card } from "@inlay/agent-plugin/Card"

/** @param text translates a text that the plugin wrote */
export const cardIn = (card: Card, text: (english: string) => string): Card => ({
  ...card,
  title: text(card.title),
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
