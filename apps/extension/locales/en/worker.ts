/** Texts of the worker itself. `#` is the count. */
import type { Forms } from "../forms.ts"

/** The toolbar button. */
export const mark = {
  unknownCharges: {
    one: "A lookup got no answer and may have been charged",
    other: "# lookups got no answer and may have been charged"
  } as Forms,
  /** In the repositories that this browser watches. */
  seen: {
    one: "1 new event in the repositories that you watch",
    other: "# new events in the repositories that you watch"
  } as Forms,
  unreachable: "A repository that you watch cannot be read any more",
  broken: "Some Inlay data cannot be read: open the settings",
  away: "A service cannot be reached right now"
}

export const menu = {
  link: "Show this link in Inlay",
  repository: "Open this repository in Inlay",
  page: "Open Inlay beside the page"
}

/** Desktop notifications. */
export const notified = {
  many: { one: "1 new event", other: "# new events" } as Forms
}
