/**
 * Match patterns of the links that the menu offers to show: profiles of people and companies, and repositories. Pure.
 */
import { pageHost } from "@inlay/codehost/vendors"
import { profileSite } from "@inlay/salesdata/vendors"

const patternsOf =
  (preset: string, patternsAt: (host: string) => ReadonlyArray<string>) =>
  (hosts: ReadonlyArray<string>): Array<string> => [...new Set([preset, ...hosts].flatMap(patternsAt))]

/** A pattern without a port matches every port. Only host names have subdomains, so an IP address gets no wildcard. */
const profilePatterns = (site: string): ReadonlyArray<string> => {
  const host = site.replace(/:\d+$/, "")
  const hosts = /^[\d.]+$|^\[/.test(host) ? [host] : [`*.${host}`]
  // The same profiles as `profile` of salesdata reads: also those linked in e-mails and in pages for phones.
  const paths = ["", "comm/", "mwlite/"].flatMap((form) => [`${form}in/*`, `${form}company/*`])
  return hosts.flatMap((one) => paths.map((path) => `*://${one}/${path}`))
}

/** Takes hosts of professional networks, besides the preset. */
export const linkPatterns = patternsOf(profileSite, profilePatterns)

/** A match pattern cannot tell a repository's page from other pages of the host; the panel does. */
const repositoryPattern = (host: string): ReadonlyArray<string> => {
  if (!URL.canParse(`https://${host}`)) return []
  const { hostname, pathname } = new URL(`https://${host}`)
  return [`*://${hostname}${pathname.replace(/\/$/, "")}/*/*`]
}

/** Takes hosts of code hosts' pages, as `detect` of the code host takes them, besides the preset. */
export const repositoryPatterns = patternsOf(pageHost, repositoryPattern)
