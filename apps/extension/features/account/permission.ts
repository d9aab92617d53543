/** The browser's leave to reach the account's own address, and no other. */
import { patternOf } from "../../messaging/origin.ts"

/** `false` also for an origin that no browser gives leave for, such as one that is typed only in part. */
export const isGranted = async (origin: string): Promise<boolean> => {
  try {
    return await chrome.permissions.contains({ origins: [patternOf(origin)] })
  } catch {
    return false
  }
}

/** Only inside a click, before anything asynchronous: the browser asks the user. */
export const request = (origin: string): Promise<boolean> =>
  chrome.permissions.request({ origins: [patternOf(origin)] })

/** Gives the leave back, for an address that is no longer used. */
export const giveBack = (origin: string): Promise<unknown> =>
  chrome.permissions.remove({ origins: [patternOf(origin)] }).catch(() => false)
