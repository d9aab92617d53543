/**
 * The events of the context menu and of the keyboard shortcut that open the panel. None of them buys anything. The
 * menu's items are made by a module that is loaded when it is needed.
 */
import { LANGUAGE_KEY } from "../locales/languages.ts"
import { invite, openPanel } from "./panel.ts"

/** The command's name in the manifest. */
const PANEL_KEY = "open-panel"

/** Must run within the event itself: the browser refuses to open a panel any later. */
const openFor = (tab: chrome.tabs.Tab | undefined, link?: string): void => {
  if (tab?.id === undefined) return
  void openPanel(tab.windowId)
  void invite({ windowId: tab.windowId, tabId: tab.id, ...(link !== undefined && { link }) })
}

/** Does nothing to items that are not there: those are about to be made, in the right language. */
export const rename = (): void => {
  import("./menus.ts").then(({ nameItems }) => nameItems()).catch(() => {})
}

/** Adds the listeners. Must be called first when the worker starts. */
export const listen = (): void => {
  chrome.commands.onCommand.addListener((name, tab) => (name === PANEL_KEY ? openFor(tab) : undefined))
  chrome.contextMenus.onClicked.addListener(({ linkUrl }, tab) => openFor(tab, linkUrl))
  // Menus outlive the worker and updates of the extension.
  chrome.runtime.onInstalled.addListener(() => void import("./menus.ts").then(({ createItems }) => createItems()))
  chrome.storage.local.onChanged.addListener((changes) => {
    if (LANGUAGE_KEY in changes) rename()
  })
}
