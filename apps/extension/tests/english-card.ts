/** Draws the card in the page as the English script does. */
import { vi } from "vitest"

import { cardWords as words } from "../locales/en/card.ts"
import type { PageCard } from "../messaging/subject.ts"
import { draw as drawIn } from "../ui/page-card/draw.ts"

export const draw = (data: PageCard | null): ReturnType<typeof drawIn> => drawIn(data, { language: "en", words })

/** What a script in a page finds there: its extension, and a document that is drawn with the card in front. */
export const standInPage = (): void => {
  vi.stubGlobal("chrome", { runtime: { id: "inlay" } })
  document.elementFromPoint = () => document.documentElement.lastElementChild
}
