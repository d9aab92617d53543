/**
 * A repository's part of the popup: on pages of the public code host, and of connected servers. Which of their pages are a
 * repository's, is loaded then: the list of those that are none is long.
 */
import type { Section } from "../section.ts"
import { isOnKnownHost, knownHosts } from "./hosts.ts"

export const section: Section = {
  applies: (address) => (isOnKnownHost(address) ? "subject" : undefined),
  heading: async (address) => {
    const place = (await import("./page.ts")).placeAt(address, knownHosts())
    return place === undefined ? undefined : `${place.owner}/${place.repo}`
  },
  view: { load: () => import("./view/view.tsx") }
}
