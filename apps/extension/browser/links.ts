/** Links that the menu offers to show: profiles of people and companies, and repositories. Match patterns; pure. */
import { pageHost } from "@inlay/codehost/vendors"
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

/** Which of these pages are a repository's, no pattern can say: the panel does. */
const repositoryPattern = (host: string): ReadonlyArray<string> => {
  if (!URL.canParse(`https://${host}`)) return []
  const { hostname, pathname } = new URL(`https://${host}`)
  return [`*://${hostname}${pathname.replace(/\/$/, "")}/*/*`]
}

/** @param hosts of code hosts' pages, as `detect` of the code host takes them, besides the preset */
export const repositoryPatterns = (hosts: ReadonlyArray<string>): Array<string> => [
  ...new Set([pageHost, ...hosts].flatMap(repositoryPattern))
]
