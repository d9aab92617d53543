import { render } from "preact"

import { ReportPage } from "../../features/report/view/page.tsx"
import { report } from "../../locales/report.ts"
import { ask } from "../../messaging/client.ts"
import { openPage } from "../../ui/page.ts"

const openSettings = () => void chrome.runtime.openOptionsPage()

render(<ReportPage send={ask} hash={location.hash} onSettings={openSettings} />, openPage(`Inlay · ${report.title}`))
