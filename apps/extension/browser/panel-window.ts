/**
 * Opens the panel in a window of its own. Beside a pop-up or the window of an installed web application, no browser has
 * a side panel, and each reports all the same that it has opened one.
 */

const WIDTH = 400

/** The address of a tab, even before Chromium shows it. */
const addressOf = ({ pendingUrl, url = "" }: chrome.tabs.Tab): string => pendingUrl ?? url

/** Does so if the window can have no panel beside it. If there is such a panel already, brings it to the front. */
export const openPanelApart = async (windowId: number): Promise<void> => {
  const { type, height } = await chrome.windows.get(windowId, { windowTypes: ["normal", "popup", "app"] })
  if (type === "normal") return
  // The address of a panel that is not beside its page names the window that it follows.
  const panels = chrome.runtime.getURL("/panel.html#")
  const url = `${panels}${windowId}`
  // A key that is held down comes several times.
  await navigator.locks.request("panel window", async () => {
    const tabs = await chrome.tabs.query({})
    // The window in front may be such a panel, as when the key is pressed a second time.
    if (tabs.some((tab) => tab.windowId === windowId && addressOf(tab).startsWith(panels))) return
    const panel = tabs.find((tab) => addressOf(tab) === url)
    if (panel !== undefined) await chrome.windows.update(panel.windowId, { focused: true })
    else await chrome.windows.create({ url, type: "popup", width: WIDTH, ...(height !== undefined && { height }) })
  })
}
