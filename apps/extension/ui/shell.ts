/** The surroundings of a popup section. Pure types. */

export interface Shell {
  /** The first section heads the popup; the others are below it, with headings of their own. */
  readonly isFirst: boolean
  readonly onSettings: () => void
  /** Opens the panel beside the page; absent if it cannot be opened from here. */
  readonly onPanel?: (() => void) | undefined
  /** Set in the panel, which follows the page by itself, so that no button takes the focus there on its own. */
  readonly isBeside?: boolean
}
