/** The browser's leave to reach an account's own addresses, and no other. */
import { patternOf } from "../../../messaging/origin.ts"

const patterns = (origins: ReadonlyArray<string>) => ({ origins: origins.map(patternOf) })

/** `false` also for an origin that no browser gives leave for, such as one that is typed only in part. */
export const isGranted = async (origins: ReadonlyArray<string>): Promise<boolean> => {
  try {
    return await chrome.permissions.contains(patterns(origins))
  } catch {
    return false
  }
}

/** Only inside a click, before anything asynchronous: the browser asks the user. */
export const request = (origins: ReadonlyArray<string>): Promise<boolean> =>
  chrome.permissions.request(patterns(origins))

/** Gives the leave back, for addresses that are no longer used. */
export const giveBack = (origins: ReadonlyArray<string>): Promise<unknown> =>
  origins.length === 0 ? Promise.resolve() : chrome.permissions.remove(patterns(origins)).catch(() => false)
