/** Traffic of a site that the user's own web analytics collects. */
import type { Section } from "../section.ts"
import { isOwnHost } from "./own-hosts.ts"

/** What the view imports from deep within is asked for with it: one round of loads where there were five. */
const load = () => {
  void import("../../ui/text/problem.ts")
  void import("./reading.ts")
  return import("./view/view.tsx")
}

export const section: Section = {
  // Where it is not known whose site this is, the part finds out, below whatever else is said of the page.
  applies: (address) => {
    if (!/^https?:/.test(address)) return undefined
    const own = isOwnHost(address)
    if (own === undefined) return "beside"
    return own ? "subject" : undefined
  },
  within: "enrich",
  view: { load }
}
