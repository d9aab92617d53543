/** Decides which values become links: https, mailto and tel only, whatever a provider sends. Pure. */
import type { CardRow } from "@inlay/agent-plugin/Card"

import { visible } from "./visible.ts"

const ALLOWED = new Set(["https:", "mailto:", "tel:"])

const allowedUrl = (address: string): string | undefined =>
  URL.canParse(address) && ALLOWED.has(new URL(address).protocol) ? address : undefined

/**
 * What is dialled: without a `0` behind a country's code, as in `(0)491` or `(02)`, which is only dialled within that
 * country. In Italy and a few others, it is part of the number.
 */
const dialled = (number: string): string =>
  number.replace(/(?<=^(?:\+|00(?:11)?)\s*(?!39|378|225|229|24[12])[1-9]\d{0,2}[\s.()-]+)0/, "").replace(/[^\d+]/g, "")

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
        : allowedUrl(`tel:${dialled(row.value)}`)
    case "url":
      return allowedUrl(row.value)
    case "text":
    case "number":
      return undefined
  }
}
