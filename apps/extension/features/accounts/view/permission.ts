/** The browser's permission to reach an account's own origins, and no others. */
import { patternOf } from "../../../messaging/origin.ts"

const patterns = (origins: ReadonlyArray<string>) => ({ origins: origins.map(patternOf) })

/** Also `false` for an origin that no browser can grant, such as one that is only partly typed. */
export const isGranted = async (origins: ReadonlyArray<string>): Promise<boolean> => {
  try {
    return await chrome.permissions.contains(patterns(origins))
  } catch {
    return false
  }
}

/** Must be called within a click, before anything asynchronous, because the browser asks the user. */
export const request = (origins: ReadonlyArray<string>): Promise<boolean> =>
  chrome.permissions.request(patterns(origins))

/** Revokes the permission for origins that are no longer used. */
export const revokePermission = (origins: ReadonlyArray<string>): Promise<unknown> =>
  origins.length === 0 ? Promise.resolve() : chrome.permissions.remove(patterns(origins)).catch(() => false)
