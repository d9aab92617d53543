import { render } from "preact"

import { Enrich } from "../../features/enrich/view.tsx"
import { ask } from "../../messaging/client.ts"

const openSettings = () => void chrome.runtime.openOptionsPage().then(() => window.close())

const app = document.getElementById("app")
const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
if (app !== null) render(<Enrich send={ask} tabId={tab?.id ?? -1} onSettings={openSettings} />, app)
