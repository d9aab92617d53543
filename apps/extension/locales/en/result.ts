/** A match in the popup. */
import { plural } from "./plural.ts"
import { credits } from "./shared.ts"

export const result = {
  found: (name: string) => `Found ${name}`,
  copyAll: "Copy all",
  copy: (label: string) => `Copy ${label}`,
  copied: (label: string) => `Copied ${label}`,
  copiedAll: "Copied everything",
  copyFailed: "The browser did not allow copying",
  sources: "Sources",
  forget: "Forget",
  forgetSure: "Forget this record? It is erased from this browser; seeing it again costs again.",
  forgetYes: "Yes, forget",
  forgotten: (count: number) =>
    `Forgotten. ${credits(count)} spent ${plural(count, { one: "stays", other: "stay" })} in the ledger.`,
  cancel: "Cancel",
  saved: (age: string) => `saved ${age}`,
  sourceOf: (path: string) => `From ${path}`,

  inPage: {
    shown: "Shown in the page",
    off: "Not shown in the page",
    moved: "Not in the page: it moved on",
    blocked: "This page allows no card",
    another: "Not in the page: another’s record"
  },
  change: "Change"
} as const

/** A record that is about somebody else. */
export const another = {
  title: "The provider answered about somebody else",
  text: (who: string, asked: string) =>
    `Its record is about ${who}. Nothing of it is shown as ${asked}. If a profile was renamed, both may be the same.`,
  cost: (charged: string, when: string) => `${charged} · ${when}`,
  show: "Show that record"
} as const
