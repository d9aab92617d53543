/** Traffic of a site that the user's own web analytics collects. */
import type { Section } from "../section.ts"
import { isOwnHost } from "./own-hosts.ts"

export const section: Section = {
  // Where it is not known whose site this is, the part finds out, below whatever else is said of the page.
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
