/** What this browser calls itself at the hub: its name and its system, and nothing that tells two of the same apart. Pure. */

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
