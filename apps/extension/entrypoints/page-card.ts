/**
 * Defines the function that draws the card, with the texts that were injected before it. The worker injects this script
 * into the isolated world of one tab after a lookup. It is not a content script, which would reveal to the page that
 * the extension is installed.
 */
import { defineUnlistedScript } from "wxt/utils/define-unlisted-script"

import { define } from "../ui/page-card/define.ts"
import { draw } from "../ui/page-card/draw.ts"

export default defineUnlistedScript(() => define(draw))
