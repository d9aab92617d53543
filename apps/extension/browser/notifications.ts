/** Desktop notifications that open a page when clicked. The browser has this API only once the user has allowed it. */

export interface Notification {
  /** A later notification with the same id replaces this one. */
  readonly id: string
  readonly title: string
  readonly text: string
  /** The address that a click opens; empty if it opens nothing. */
  readonly url: string
}

const MAX_ID_CHARS = 500

const open = (id: string): void => {
  const [url = ""] = id.split(" ", 1)
  void chrome.notifications.clear(id)
  // Without an ordinary window, as on macOS after the last one was closed, Chromium opens no tab.
  if (url !== "") void chrome.tabs.create({ url }).catch(() => chrome.windows.create({ url }))
}

/**
 * Adds the click listener, at the worker's start and with every notification: the first one may come in a worker that
 * has started before the user allowed them. Adding it again changes nothing.
 */
export const listen = (): void => chrome.notifications?.onClicked.addListener(open)

/**
 * The address is part of the id, because the worker may have stopped by the time of the click. An address has no
 * spaces.
 */
export const showNotification = async ({ id, title, text, url }: Notification): Promise<void> => {
  listen()
  await chrome.notifications.create(`${url} ${id}`.slice(0, MAX_ID_CHARS), {
    type: "basic",
    iconUrl: chrome.runtime.getURL("/icon/128.png"),
    title,
    message: text
  })
}
