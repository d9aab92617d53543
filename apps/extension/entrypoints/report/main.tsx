import { render } from "preact"

import { ReportPage } from "../../features/report/view/page.tsx"
import { ask } from "../../messaging/client.ts"

const openSettings = () => void chrome.runtime.openOptionsPage()

const app = document.getElementById("app")
if (app !== null) render(<ReportPage send={ask} hash={location.hash} onSettings={openSettings} />, app)
