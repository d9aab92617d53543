/** Desktop notifications that open a page when clicked. The browser has this API only once the user has allowed it. */
import { listen } from "./notification-listeners.ts"

export interface Notification {
  /** A later notification with the same id replaces this one. */
  readonly id: string
  readonly title: string
  readonly text: string
  /** The address that a click opens; empty if it opens nothing. */
  readonly url: string
}

const MAX_ID_CHARS = 500

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
