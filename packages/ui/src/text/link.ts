/** Decides which values become links: https, mailto and tel only, whatever a provider sends. Pure. */
import type { CardRow } from "@inlay/agent-plugin/Card"

import { visible } from "./visible.ts"

const ALLOWED = new Set(["https:", "mailto:", "tel:"])

const allowedUrl = (address: string): string | undefined =>
  URL.canParse(address) && ALLOWED.has(new URL(address).protocol) ? address : undefined

/**
 * The `0` behind a country's code, which is only dialled within that country: in parentheses, as `(0)` or `(030)`, but not in
 * Italy and a few others, where it is part of the number; and as `0491` behind the codes of Australia, New Zealand and
 * Britain.
 */
const TRUNK_ZERO =
  /(?<=^(?:\+|00(?:11)?)\s*(?:(?!39|378|22[569]|24[12])[1-9]\d{0,2}[\s.-]*\(\s*|(?:61|64|44)[\s.()-]*))0/

/**
 * Returns the address that a row's value links to, or `undefined` for plain text and for a number that must not be
 * called.
 */
export const link = (row: Pick<CardRow, "kind" | "value" | "mark">): string | undefined => {
  // A link must lead to the address that is shown.
  if (visible(row.value, row.kind) !== row.value) return undefined
  switch (row.kind) {
    case "email":
      return /^[^\s?&#%:/]+@[^\s?&#%:/@]+$/.test(row.value) ? allowedUrl(`mailto:${row.value}`) : undefined
    case "phone":
      return row.mark?.tone === "danger" || !/^\+?[\d\s().-]+$/.test(row.value)
        ? undefined
        : allowedUrl(`tel:${row.value.replace(TRUNK_ZERO, "").replace(/[^\d+]/g, "")}`)
    case "url":
      return allowedUrl(row.value)
    case "text":
    case "number":
      return undefined
  }
}
