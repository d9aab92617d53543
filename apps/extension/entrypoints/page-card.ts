/**
 * Injected by the worker after a lookup, into the isolated world of one tab: defines what draws a card there, in the words
 * that were injected before it. Not a content script, which would tell the page that the extension is there.
 */
import { defineUnlistedScript } from "wxt/utils/define-unlisted-script"

import { define } from "../ui/page-card/define.ts"
import { draw } from "../ui/page-card/draw.ts"

export default defineUnlistedScript(() => define(draw))
