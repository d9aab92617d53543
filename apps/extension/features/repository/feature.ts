/** A repository's part of the popup: on pages of the public code host, and of connected servers. */
import type { Section } from "../section.ts"
import { knownHosts } from "./hosts.ts"
import { placeAt } from "./page.ts"

export const section: Section = {
  applies: (address) => (placeAt(address, knownHosts()) === undefined ? undefined : "subject"),
  view: { load: () => import("./view/view.tsx") }
}
