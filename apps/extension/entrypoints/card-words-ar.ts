/** The Arabic texts of the page card, injected before the script that draws it. */
import { defineUnlistedScript } from "wxt/utils/define-unlisted-script"

import { cardWords as words } from "../locales/ar/card.ts"
import { speak } from "../ui/page-card/define.ts"

export default defineUnlistedScript(() => speak({ language: "ar", words }))
