/** The window whose pages the panel shows: its own, or the one that its address names (`browser/panel-window.ts`). */

/**
 * A panel in a window of its own closes with the window that it follows.
 * @returns `undefined` if that is gone, such as after the browser was restarted
 */
export const followedWindow = async (): Promise<number | undefined> => {
  const { id: ownId = -1 } = await chrome.windows.getCurrent()
  const windowId = Number(location.hash.slice(1))
  if (windowId === 0) return ownId
  // Only its tab: by now that may be one among others, such as in a window that the browser has restored.
  const close = async () => {
    const { id } = (await chrome.tabs.getCurrent()) ?? {}
    if (id !== undefined) await chrome.tabs.remove(id)
  }
  const onRemoved = (id: number) => (id === windowId ? void close() : undefined)
  // Chromium leaves out the windows of web applications unless they are named. Firefox accepts no names.
  if (import.meta.env.FIREFOX) chrome.windows.onRemoved.addListener(onRemoved)
  else chrome.windows.onRemoved.addListener(onRemoved, { windowTypes: ["popup", "app"] })
  const pages = await chrome.tabs.query({ windowId })
  if (pages.length > 0) return windowId
  await close()
  return undefined
}
