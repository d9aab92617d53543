/** The card in the page. */
export const card = {
  details: "Details",
  close: "Close",
  // A moment, not an age: the card stays while time passes.
  provenance: (charged: string, moment: string) => `Inlay · ${charged} · ${moment}`,
  region: "From your sales data account"
} as const
