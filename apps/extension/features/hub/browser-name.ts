/**
 * The name that this browser suggests for itself at the hub: browser and system, nothing that distinguishes two of the
 * same. Pure.
 */

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"]
] as const

const SYSTEMS = [
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"]
] as const

const among = (list: ReadonlyArray<readonly [string, string]>, text: string): string | undefined =>
  list.find(([part]) => text.includes(part))?.[1]

export const browserName = (userAgent: string): string => {
  const browser = among(BROWSERS, userAgent) ?? "Browser"
  const system = among(SYSTEMS, userAgent)
  return system === undefined ? browser : `${browser} on ${system}`
}
