/** What stands around a part of the popup. Pure types. */

/** Where it stands: the first part heads the popup, the others stand below it under headings of their own. */
export interface Shell {
  readonly place: "first" | "below"
  readonly onSettings: () => void
}
