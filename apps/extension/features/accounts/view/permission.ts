/** The browser's permission to reach an account's own origins, and no others. */
import type { Send } from "../../../messaging/client.ts"
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

/** Gives back the permission for those of these origins that nothing uses any more. */
export const revokeUnused = async (send: Send, origins: ReadonlyArray<string>): Promise<void> => {
  if (origins.length === 0) return
  const reply = await send("originsInUse", {})
  if (!reply.ok) return
  // In Firefox, origins that differ only by their port share a pattern.
  const inUse = new Set(reply.output.origins.map(patternOf))
  const unused = origins.filter((origin) => !inUse.has(patternOf(origin)))
  if (unused.length > 0) await chrome.permissions.remove(patterns(unused)).catch(() => false)
}
