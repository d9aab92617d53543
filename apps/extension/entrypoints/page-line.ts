/**
 * Starts the line on a repository page. It is injected by a click in the popup, or registered for hosts that the user
 * has chosen. It is not a content script in the manifest, which would reveal to every page that the extension is
 * installed.
 */
import { defineUnlistedScript } from "wxt/utils/define-unlisted-script"

import { start } from "../ui/page-line/line.ts"

export default defineUnlistedScript(() => start())
