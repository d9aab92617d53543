/** Opens a notification's page when it is clicked. The browser has this API only once the user has allowed it. */

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
