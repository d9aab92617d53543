/** The context menu items and the keyboard shortcut that open the panel. None of them buys anything. */
import { invite, openPanel } from "../features/panel/open.ts"
import { currentLanguage, LANGUAGE_KEY } from "../locales/languages.ts"
import { workerWords } from "../locales/worker.ts"
import { linkPatterns, repositoryPatterns } from "./links.ts"

const LINK_ITEM = "link"
const REPOSITORY_ITEM = "repository"
const PAGE_ITEM = "page"
/** The command's name in the manifest. */
const PANEL_KEY = "open-panel"

/** Must run within the event itself: the browser refuses to open a panel any later. */
const openFor = (tab: chrome.tabs.Tab | undefined, link?: string): void => {
  if (tab?.id === undefined) return
  void openPanel(tab.windowId)
  void invite({ windowId: tab.windowId, tabId: tab.id, ...(link !== undefined && { link }) })
}

const texts = async () => workerWords[await currentLanguage()].menu

const createItems = async () => {
  const words = await texts()
  chrome.contextMenus.removeAll(() => {
    const linkItem = (id: string, title: string, targetUrlPatterns: Array<string>) =>
      chrome.contextMenus.create({ id, title, contexts: ["link"], targetUrlPatterns })
    linkItem(LINK_ITEM, words.link, linkPatterns([]))
    linkItem(REPOSITORY_ITEM, words.repository, repositoryPatterns([]))
    chrome.contextMenus.create({ id: PAGE_ITEM, title: words.page, contexts: ["page"] })
  })
}

const nameItems = async () => {
  const words = await texts()
  await chrome.contextMenus.update(LINK_ITEM, { title: words.link })
  await chrome.contextMenus.update(REPOSITORY_ITEM, { title: words.repository })
  await chrome.contextMenus.update(PAGE_ITEM, { title: words.page })
}

/** Adds the listeners. Must be called first when the worker starts. */
export const listen = (): void => {
  chrome.commands.onCommand.addListener((name, tab) => (name === PANEL_KEY ? openFor(tab) : undefined))
  chrome.contextMenus.onClicked.addListener(({ linkUrl }, tab) => openFor(tab, linkUrl))
  // Menus outlive the worker and updates of the extension.
  chrome.runtime.onInstalled.addListener(() => void createItems())
  chrome.storage.local.onChanged.addListener((changes) => (LANGUAGE_KEY in changes ? void nameItems() : undefined))
}

/** @param sites hosts of professional networks, besides the preset */
export const offerLinksTo = async (sites: ReadonlyArray<string>): Promise<void> => {
  await chrome.contextMenus.update(LINK_ITEM, { targetUrlPatterns: linkPatterns(sites) })
}

/** @param hosts of code hosts' pages, besides the preset */
export const offerRepositoriesOf = async (hosts: ReadonlyArray<string>): Promise<void> => {
  await chrome.contextMenus.update(REPOSITORY_ITEM, { targetUrlPatterns: repositoryPatterns(hosts) })
}
