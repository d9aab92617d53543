/**
 * The panel beside the page: a side panel in Chromium, a sidebar in Firefox. What the popup and the worker do with it: open
 * it, see whether it stands there, and tell it that the user gave it a page or a link.
 */

/** Firefox alone has it. https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/sidebarAction */
interface WithSidebar {
  readonly sidebarAction: { readonly open: () => Promise<void> }
}

/** In the very handler of a click, a key or a menu item: any later, the browser refuses. */
export const openPanel = (windowId: number): Promise<void> =>
  import.meta.env.FIREFOX
    ? (chrome as unknown as WithSidebar).sidebarAction.open()
    : chrome.sidePanel.open({ windowId })

/** The name of the lock that a panel in view holds. */
export const lockOf = (windowId: number): string => `panel ${windowId}`

/** Whether a panel is in view in this window. A lock cannot outlive the page that holds it. */
export const isPanelOpen = async (windowId: number): Promise<boolean> => {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockOf(windowId))
}

/** A tab whose page the user opened to the extension, by the button, a key or a menu. */
export interface Invitation {
  readonly windowId: number
  readonly tabId: number
  /** The address of a link to show in place of the page. */
  readonly link?: string
}

/** Where the last invitation stands in the session's storage. */
export const KEY = "panel"

/** Kept for the session: a panel that is only starting reads it too. */
export const invite = (invitation: Invitation): Promise<void> =>
  // With an id of its own, so that the same one twice is a change.
  chrome.storage.session.set({ [KEY]: { ...invitation, id: crypto.randomUUID() } })
