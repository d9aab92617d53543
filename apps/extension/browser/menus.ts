/** The items of the right mouse button's menu, and the key that opens the panel: each opens the panel, and buys nothing. */
import { invite, openPanel } from "../features/panel/open.ts"
import { currentLanguage, LANGUAGE_KEY } from "../locales/languages.ts"
import { workerWords } from "../locales/worker.ts"
import { linkPatterns } from "./links.ts"

const LINK_ITEM = "link"
const PAGE_ITEM = "page"
/** As the manifest calls it. */
const PANEL_KEY = "open-panel"

/** Within the event itself: any later, the browser refuses to open a panel. */
const openFor = (tab: chrome.tabs.Tab | undefined, link?: string): void => {
  if (tab?.id === undefined) return
  void openPanel(tab.windowId)
  void invite({ windowId: tab.windowId, tabId: tab.id, ...(link !== undefined && { link }) })
}

const texts = async () => workerWords[await currentLanguage()].menu

const createItems = async () => {
  const words = await texts()
  chrome.contextMenus.removeAll(() => {
    const targetUrlPatterns = linkPatterns([])
    chrome.contextMenus.create({ id: LINK_ITEM, title: words.link, contexts: ["link"], targetUrlPatterns })
    chrome.contextMenus.create({ id: PAGE_ITEM, title: words.page, contexts: ["page"] })
  })
}

const nameItems = async () => {
  const words = await texts()
  await chrome.contextMenus.update(LINK_ITEM, { title: words.link })
  await chrome.contextMenus.update(PAGE_ITEM, { title: words.page })
}

/** At the worker's start, before anything else. */
export const listen = (): void => {
  chrome.commands.onCommand.addListener((name, tab) => (name === PANEL_KEY ? openFor(tab) : undefined))
  chrome.contextMenus.onClicked.addListener(({ linkUrl }, tab) => openFor(tab, linkUrl))
  // Menus outlive the worker, and an update.
  chrome.runtime.onInstalled.addListener(() => void createItems())
  chrome.storage.local.onChanged.addListener((changes) => (LANGUAGE_KEY in changes ? void nameItems() : undefined))
}

/** @param sites hosts of professional networks, besides the preset */
export const offerLinksTo = async (sites: ReadonlyArray<string>): Promise<void> => {
  await chrome.contextMenus.update(LINK_ITEM, { targetUrlPatterns: linkPatterns(sites) })
}
