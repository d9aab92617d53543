/**
 * The panel beside the page: a side panel in Chromium, a sidebar in Firefox. This module is for the popup and the
 * worker, which open it, check whether it is visible, and tell it that the user opened a page or a link for it.
 */

/** Firefox only. https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/sidebarAction */
interface WithSidebar {
  readonly sidebarAction: { readonly open: () => Promise<void> }
}

/** Must be called within the handler of a click, a key or a menu item: the browser refuses it any later. */
export const openPanel = async (windowId: number): Promise<void> => {
  const opening = import.meta.env.FIREFOX
    ? (chrome as unknown as WithSidebar).sidebarAction.open()
    : chrome.sidePanel.open({ windowId })
  const { openPanelApart } = await import("./panel-window.ts")
  await Promise.all([opening, openPanelApart(windowId)])
}

/** The name of the lock that a visible panel holds. */
export const lockOf = (windowId: number): string => `panel ${windowId}`

/** Whether a panel is visible in this window. A lock cannot outlive the page that holds it. */
export const isPanelOpen = async (windowId: number): Promise<boolean> => {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockOf(windowId))
}

/** A tab whose page the user opened to the extension, with the button, a key or a menu. */
export interface Invitation {
  readonly windowId: number
  readonly tabId: number
  /** The address of a link to show instead of the page. */
  readonly link?: string
}

/** The key of the last invitation in session storage. */
export const KEY = "panel"

/** Stored for the session, so that a panel that is still starting reads it too. */
export const invite = (invitation: Invitation): Promise<void> =>
  // The random id distinguishes a repeated invitation from the one that was taken.
  chrome.storage.session.set({ [KEY]: { ...invitation, id: crypto.randomUUID() } })
