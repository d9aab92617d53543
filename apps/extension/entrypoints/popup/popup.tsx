import { render } from "preact"

import { invite, openPanel } from "../../browser/panel.ts"
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
  // A record is never shown twice: the click has granted the panel access to the page, so the panel shows it.
  await invite({ windowId, tabId })
  window.close()
} else {
  const tab = { address: url, tabId, ...(title !== undefined && { title }), send: ask, close: () => window.close() }
  // Removes the placeholder in the static page, which has the shape of the coming content.
  app.replaceChildren()
  render(<Sections of={sections} tab={tab} onSettings={openSettings} onPanel={openBeside} />, app)
}
