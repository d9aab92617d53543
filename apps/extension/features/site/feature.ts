/** The section with traffic of sites that the user's own web analytics collects. */
import type { Section } from "../section.ts"
import { isOwnHost } from "./own-hosts.ts"

export const section: Section = {
  // If it is not known whose site this is, the section finds out, placed below the other sections.
  applies: (address) => {
    if (!/^https?:/.test(address)) return undefined
    const own = isOwnHost(address)
    if (own === undefined) return "beside"
    return own ? "subject" : undefined
  },
  heading: (address) => Promise.resolve(isOwnHost(address) === true ? new URL(address).host : undefined),
  within: "enrich",
  view: { load: () => import("./view/view.tsx") }
}
