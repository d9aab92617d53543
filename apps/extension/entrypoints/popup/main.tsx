import { render } from "preact"

import { sections } from "../../features/sections.gen.ts"
import { Sections } from "../../features/sections.tsx"
import { ask } from "../../messaging/client.ts"

const openSettings = () => void chrome.runtime.openOptionsPage().then(() => window.close())

const app = document.getElementById("app")
const [active] = await chrome.tabs.query({ active: true, currentWindow: true })
const tab = { address: active?.url ?? "", tabId: active?.id ?? -1, send: ask, close: () => window.close() }
// What stands there until now is the shape of what comes, in the page itself.
app?.replaceChildren()
if (app !== null) render(<Sections of={sections} tab={tab} onSettings={openSettings} />, app)
