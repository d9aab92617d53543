/** Notifications of the desktop, whose click opens a page. The browser has them once the user has allowed them. */

export interface Notification {
  /** Another one with the same id takes its place. */
  readonly id: string
  readonly title: string
  readonly text: string
  /** What a click opens; empty for nothing. */
  readonly url: string
}

const MAX_ID_CHARS = 500

/** The id holds the page: no worker lives until the click. No address has a space in it. */
export const showNotification = async ({ id, title, text, url }: Notification): Promise<void> => {
  await chrome.notifications.create(`${url} ${id}`.slice(0, MAX_ID_CHARS), {
    type: "basic",
    iconUrl: chrome.runtime.getURL("/icon/128.png"),
    title,
    message: text
  })
}

const open = (id: string): void => {
  const [url = ""] = id.split(" ", 1)
  void chrome.notifications.clear(id)
  if (url !== "") void chrome.tabs.create({ url })
}

/** At the worker's start, and at the moment that the user allows them. */
export const listen = (): void => {
  const begin = () => chrome.notifications?.onClicked.addListener(open)
  begin()
  chrome.permissions.onAdded.addListener(begin)
}
