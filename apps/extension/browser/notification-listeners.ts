/** Opens a notification's page when it is clicked. The browser has this API only once the user has allowed it. */

const open = (id: string): void => {
  const [url = ""] = id.split(" ", 1)
  void chrome.notifications.clear(id)
  if (url !== "") void chrome.tabs.create({ url })
}

/**
 * Adds the click listener, at the worker's start and with every notification: the first one may come in a worker that
 * has started before the user allowed them. Adding it again changes nothing.
 */
export const listen = (): void => chrome.notifications?.onClicked.addListener(open)
