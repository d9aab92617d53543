/** Turns a tool's result into a card: the one that the hub sent along, or else its facts or its text. Pure. */
import type { Card } from "@inlay/agent-plugin/Card"

import { factsOf } from "../tools/readable.ts"
import type { ToolResult } from "./host.ts"
import { chatCard as words } from "./words.ts"

/** The key of the card in the result's metadata. */
const CARD = "inlay/card"

const isCard = (value: unknown): value is Card =>
  typeof value === "object" &&
  value !== null &&
  "title" in value &&
  typeof value.title === "string" &&
  "sections" in value &&
  Array.isArray(value.sections) &&
  "notices" in value &&
  Array.isArray(value.notices)

const EMPTY: Card = { title: "", subtitle: "", notices: [], sections: [], fetchedAt: "", fromCache: false }

export const resultCard = ({ isError, content = [], structuredContent, _meta }: ToolResult): Card => {
  const card = _meta?.[CARD]
  if (isCard(card)) return card
  const message = content.map(({ text = "" }) => text).join("\n")
  if (isError === true) return { ...EMPTY, notices: [{ tone: "danger", text: message }] }
  const rows = factsOf(structuredContent).map(({ label, value }) => ({
    label,
    value,
    kind: "text" as const,
    source: ""
  }))
  if (rows.length === 0)
    return { ...EMPTY, notices: [{ tone: "neutral", text: message === "" ? words.nothing : message }] }
  return { ...EMPTY, title: words.title, sections: [{ title: "", rows }] }
}
