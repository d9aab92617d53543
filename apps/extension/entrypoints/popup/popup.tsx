import { render } from "preact"

import { invite, openPanel } from "../../features/panel/open.ts"
import { sections } from "../../features/sections.gen.ts"
import { Sections } from "../../features/sections.tsx"
import { ask } from "../../messaging/client.ts"
import { openPage } from "../../ui/page.ts"
import { frontTab } from "./front.ts"

const openSettings = () => void chrome.runtime.openOptionsPage().then(() => window.close())

const app = openPage()
const { tabId, windowId, url, title, isBeside } = await frontTab

const openBeside = () =>
  void openPanel(windowId)
    .then(() => invite({ windowId, tabId }))
    .then(() => window.close())

if (isBeside) {
  // One record is never shown twice: the click has opened the page to the panel, which shows it.
  await invite({ windowId, tabId })
  window.close()
} else {
  const tab = { address: url, tabId, ...(title !== undefined && { title }), send: ask, close: () => window.close() }
  // What stands there until now is the shape of what comes, in the page itself.
  app.replaceChildren()
  render(<Sections of={sections} tab={tab} onSettings={openSettings} onPanel={openBeside} />, app)
}
