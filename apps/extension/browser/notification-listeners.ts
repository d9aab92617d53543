/** Opens a notification's page when it is clicked. The browser has this API only once the user has allowed it. */

const open = (id: string): void => {
  const [url = ""] = id.split(" ", 1)
  void chrome.notifications.clear(id)
  if (url !== "") void chrome.tabs.create({ url })
}

/** Adds the click listener: when the worker starts, and again when the user allows notifications. */
export const listen = (): void => {
  const begin = () => chrome.notifications?.onClicked.addListener(open)
  begin()
  chrome.permissions.onAdded.addListener(begin)
}
