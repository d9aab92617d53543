/**
 * Hosts of the sites that the user's web analytics collects, so that a popup knows before it draws whether a page is on
 * one of them. Stored in local storage of the extension's own pages, which scripts in web pages cannot read.
 */

const STORED = "inlay.own-hosts"
const DAY_MILLIS = 86_400_000

/** Stands among the hosts if there may be others. */
export const OTHERS_UNKNOWN = "?"

/** Host and port of an address, without a leading `www.`. */
export const hostOf = (address: string): string => new URL(address).host.replace(/^www\./, "")

/** `undefined` if the hosts have not been read within the last day, or the list lacks some. */
export const isOwnHost = (address: string): boolean | undefined => {
  const [until = "", ...hosts] = (localStorage.getItem(STORED) ?? "").split(" ")
  const leftMillis = Number(until) - Date.now()
  if (!(leftMillis > 0 && leftMillis <= DAY_MILLIS)) return undefined
  return hosts.includes(hostOf(address)) || (hosts.includes(OTHERS_UNKNOWN) ? undefined : false)
}

/** @param forMillis how long the list is trusted, at most a day */
export const saveOwnHosts = (hosts: ReadonlyArray<string>, forMillis = DAY_MILLIS): void =>
  localStorage.setItem(STORED, [String(Date.now() + Math.min(forMillis, DAY_MILLIS)), ...new Set(hosts)].join(" "))

export const forgetOwnHosts = (): void => localStorage.removeItem(STORED)
