/** The browser's leave to reach the account's own address, and no other. */

/** Firefox knows no ports in match patterns. */
const pattern = (origin: string): string =>
  import.meta.env.FIREFOX ? `${new URL(origin).protocol}//${new URL(origin).hostname}/*` : `${origin}/*`

export const isGranted = (origin: string): Promise<boolean> =>
  chrome.permissions.contains({ origins: [pattern(origin)] })

/** Only inside a click, before anything asynchronous: the browser asks the user. */
export const request = (origin: string): Promise<boolean> => chrome.permissions.request({ origins: [pattern(origin)] })

/** Gives the leave back, for an address that is no longer used. */
export const giveBack = (origin: string): Promise<unknown> =>
  chrome.permissions.remove({ origins: [pattern(origin)] }).catch(() => false)
