/** Draws the card in the page as the English script does. */
import { vi } from "vitest"

import { cardWords as words } from "../locales/en/card.ts"
import type { PageCard } from "../messaging/subject.ts"
import type { DrawResult } from "../ui/page-card/define.ts"
import { draw as drawIn } from "../ui/page-card/draw.ts"

export const draw = (data: PageCard | null): DrawResult => {
  const look = drawIn(data, { language: "en", words })
  return look && look()
}

/** What a script in a page finds there: its extension, and a document that is drawn with the card in front. */
export const standInPage = (): void => {
  vi.stubGlobal("chrome", { runtime: { id: "inlay" } })
  document.elementFromPoint = () => document.documentElement.lastElementChild
}
