/**
 * Reads the address of the tab that a preview is about when the request arrives, while the rest of the worker is still
 * being loaded. Needs nothing of Effect.
 */

export interface AskedTab {
  readonly id: number
  /** `undefined` if the address may not be read. */
  readonly address: Promise<string | undefined>
}

export const readAddress = async (tabId: number): Promise<string | undefined> => {
  try {
    return (await chrome.tabs.get(tabId)).url
  } catch {
    return undefined
  }
}

/**
 * @param message not validated yet
 * @returns `undefined` for any other request, and for a preview of a link
 */
export const askedTab = (message: unknown): AskedTab | undefined => {
  const { inlay, input } = Object(message) as { readonly inlay?: unknown; readonly input?: unknown }
  const { tabId, link } = Object(input) as { readonly tabId?: unknown; readonly link?: unknown }
  return inlay === "preview" && typeof tabId === "number" && link === undefined
    ? { id: tabId, address: readAddress(tabId) }
    : undefined
}
