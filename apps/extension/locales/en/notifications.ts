/** The choice of triggers for desktop notifications. */
import { number } from "./plural.ts"

export const notifications = {
  title: "Notifications",
  lead: "A trigger chosen here shows a notification on this desktop for each of its events. A click on it opens the event's page.",
  when: "The hub is asked for events once a minute, and reports them at once while a repository is open in Inlay. Repositories watched from here report them at each poll.",
  none: "Nothing can be chosen yet: switch on a trigger at the hub, or watch a repository on its page.",
  unread: "The triggers of the hub could not be read.",
  everywhere: "everywhere",
  /** How many of a repository's triggers are chosen. */
  count: (on: number, all: number) => `${number(on)} of ${number(all)}`,
  notPolled: "Not polled now: it is not watched from here, or the code host runs through the hub.",
  of: (line: string) => `Notify me of ${line}`,
  legend: "Notify me of",
  on: "Shown on this desktop within a minute, at once while this is open.",
  onLook: "Shown on this desktop at each poll.",
  denied: "The browser does not let Inlay show notifications.",
  allow: "Allow…"
}
