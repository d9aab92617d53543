import { render } from "preact"

import { Enrich } from "../../features/enrich/view.tsx"
import { sections } from "../../features/sections.gen.ts"
import { Sections } from "../../features/sections.tsx"
import { ask } from "../../messaging/client.ts"

const openSettings = () => void chrome.runtime.openOptionsPage().then(() => window.close())

const app = document.getElementById("app")
const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
const page = { address: tab?.url ?? "", tabId: tab?.id ?? -1, send: ask }
if (app !== null) {
  const popup = (
    <>
      <Enrich send={ask} tabId={page.tabId} onSettings={openSettings} />
      <Sections of={sections} page={page} />
    </>
  )
  render(popup, app)
}
