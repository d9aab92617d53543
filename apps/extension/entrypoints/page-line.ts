/**
 * Put into a repository's page by a click in the popup, or on the hosts that the user has chosen. Not a content script of the
 * manifest, which would tell every page that the extension is there.
 */
import { defineUnlistedScript } from "wxt/utils/define-unlisted-script"

import { start } from "../ui/page-line/line.ts"

export default defineUnlistedScript(() => start())
