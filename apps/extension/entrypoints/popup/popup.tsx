import { render } from "preact"

import { invite, openPanel } from "../../browser/panel.ts"
import { sections } from "../../features/sections.gen.ts"
import { Sections } from "../../features/sections.tsx"
import { ask } from "../../messaging/client.ts"
import { openPage } from "../../ui/page.ts"
import { frontTab } from "./front.ts"

const close = () => window.close()
const openSettings = () => void chrome.runtime.openOptionsPage().then(close)

const front = await frontTab

if (front !== undefined) {
  const { tabId, windowId, url, title, isBeside } = front
  const app = openPage()
  const giveToPanel = () => invite({ windowId, tabId }).then(close)

  if (isBeside) {
    // A record is never shown twice: the click has granted the panel access to the page, so the panel shows it.
    await giveToPanel()
  } else {
    const openBeside = () => void openPanel(windowId).then(giveToPanel)
    const tab = { address: url, tabId, ...(title !== undefined && { title }), send: ask, close }
    // Removes the placeholder in the static page, which has the shape of the coming content.
    app.replaceChildren()
    render(<Sections of={sections} tab={tab} onSettings={openSettings} onPanel={openBeside} />, app)
  }
}
