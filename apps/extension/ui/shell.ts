/** What stands around a part of the popup. Pure types. */

/** Where it stands: the first part heads the popup, the others stand below it under headings of their own. */
export interface Shell {
  readonly place: "first" | "below"
  readonly onSettings: () => void
  /** Opens the panel beside the page; absent where it cannot be opened from. */
  readonly onPanel?: (() => void) | undefined
  /** Set in the panel, which follows the page by itself: no button takes the focus there unasked. */
  readonly isBeside?: boolean
}
