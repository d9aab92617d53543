/**
 * A repository's part of the popup: on pages of the public code host, and of connected servers. Which of their pages are a
 * repository's, the view says, which is loaded then: the list of those that are none is long.
 */
import type { Section } from "../section.ts"
import { isOnKnownHost } from "./hosts.ts"

export const section: Section = {
  applies: (address) => (isOnKnownHost(address) ? "subject" : undefined),
  view: { load: () => import("./view/view.tsx") }
}
