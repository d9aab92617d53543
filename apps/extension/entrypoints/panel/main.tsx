import { render } from "preact"

import { followedWindow } from "../../features/panel/followed-window.ts"
import { announcePanel } from "../../features/panel/invitations.ts"
import { Panel } from "../../features/panel/view/panel.tsx"
import { sections } from "../../features/sections.gen.ts"
import { ask } from "../../messaging/client.ts"
import { openPage } from "../../ui/page.ts"

const openSettings = () => void chrome.runtime.openOptionsPage()

const app = openPage()
const [windowId, commands] = await Promise.all([followedWindow(), chrome.commands.getAll()])
if (windowId !== undefined) {
  const shortcut = commands.find(({ name }) => name === "_execute_action")?.shortcut ?? ""
  announcePanel(windowId)
  app.replaceChildren()
  render(<Panel of={sections} send={ask} onSettings={openSettings} {...{ windowId, shortcut }} />, app)
}
