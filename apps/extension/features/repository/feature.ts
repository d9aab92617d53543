/**
 * The repository section of the popup, on pages of the public code host and of connected servers. Which of their pages
 * belong to a repository is decided once the section has loaded, because the list of paths that do not is long.
 */
import type { Section } from "../section.ts"
import { isOnKnownHost, knownHosts } from "./hosts.ts"

export const section: Section = {
  applies: (address) => (isOnKnownHost(address) ? "subject" : undefined),
  // Without the host of an account in the list, no view would be loaded that could complete the list: not after the
  // browser has lost it, nor after the account was connected at the hub.
  appliesNow: async ({ address, send }) => {
    if (isOnKnownHost(address) || !address.split("/")[4]) return false
    await (await import("./remember-hosts.ts")).rememberHosts(send)
    return isOnKnownHost(address)
  },
  heading: async (address) => {
    const place = (await import("./page.ts")).placeAt(address, knownHosts())
    return place === undefined ? undefined : `${place.owner}/${place.repo}`
  },
  view: { load: () => import("./view/view.tsx") }
}
