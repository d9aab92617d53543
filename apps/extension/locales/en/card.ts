/** The card in the page. */
export const card = {
  details: "Details",
  close: "Close",
  move: "Move to the other side",
  copy: (label: string) => `Copy ${label}`,
  copied: (label: string) => `Copied ${label}`,
  notCopied: (label: string) => `Copy ${label}: not allowed here`,
  // A moment, not an age: the card stays while time passes.
  provenance: (charged: string, moment: string, checkedOn: string | undefined) =>
    `Inlay · ${charged} · ${moment}${checkedOn === undefined ? "" : ` · checked ${checkedOn}`}`,
  region: "From your sales data account"
} as const
