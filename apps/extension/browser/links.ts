/** Links that the menu offers to show: profiles of people and companies. Match patterns; pure. */
import { profileSite } from "@inlay/salesdata/vendors"

/** A pattern without a port stands for every port; only names have hosts below them. */
const profilePatterns = (site: string): ReadonlyArray<string> => {
  const host = site.replace(/:\d+$/, "")
  const hosts = /^[\d.]+$|^\[/.test(host) ? [host] : [`*.${host}`]
  return hosts.flatMap((one) => [`*://${one}/in/*`, `*://${one}/company/*`])
}

/** @param sites hosts of professional networks, besides the preset */
export const linkPatterns = (sites: ReadonlyArray<string>): Array<string> => [
  ...new Set([profileSite, ...sites].flatMap(profilePatterns))
]
