/** Texts of the worker itself. */
import { plural } from "./plural.ts"

/** The toolbar button. */
export const mark = {
  unknownCharges: (count: number) =>
    plural(count, {
      one: "A lookup got no answer and may have been charged",
      other: `${count} lookups got no answer and may have been charged`
    }),
  /** In the repositories that this browser watches. */
  seen: (count: number) =>
    plural(count, {
      one: "1 new event in the repositories that you watch",
      other: `${count} new events in the repositories that you watch`
    }),
  unreachable: "A repository that you watch cannot be read any more",
  broken: "Some Inlay data cannot be read: open the settings",
  away: "A service cannot be reached right now"
}

/** Context menus. */
export const menu = {
  link: "Show this link in Inlay",
  repository: "Open this repository in Inlay",
  page: "Open Inlay beside the page"
}

/** Desktop notifications. */
export const notified = {
  many: (count: number) => plural(count, { one: "1 new event", other: `${count} new events` })
}
