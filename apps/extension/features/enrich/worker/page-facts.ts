/** Selects the best facts of a card for the page. A page gets no more of a record than its user needs there. Pure. */
import type { Card } from "@inlay/agent-plugin/Card"

/** Contacts, or the facts of a company. */
const FIRST_ROWS = 4

export const pageFacts = ({ sections, ...card }: Card): Card => ({
  ...card,
  sections: sections.map(({ title, rows }) => ({
    title,
    rows: rows.slice(0, title === "" ? FIRST_ROWS : 1).map((row) => ({ ...row, source: "" }))
  }))
})
