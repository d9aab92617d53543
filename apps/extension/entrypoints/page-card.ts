/**
 * Injected by the worker after a lookup, into the isolated world of one tab: defines what draws a card there. Not a
 * content script, which would tell the page that the extension is there.
 */
import { defineUnlistedScript } from "wxt/utils/define-unlisted-script"

import type { PageCard } from "../messaging/subject.ts"
import { draw } from "../ui/page-card/draw.ts"

declare global {
  /** The worker calls this by `scripting.executeScript`; true when the card stands in the page, and `null` takes it out. */
  var inlayCard: ((data: PageCard | null) => boolean) | undefined
}

export default defineUnlistedScript(() => {
  // Not `??=`: an element that the page has named so would pass for it.
  if (!Object.hasOwn(globalThis, "inlayCard")) globalThis.inlayCard = draw
})
