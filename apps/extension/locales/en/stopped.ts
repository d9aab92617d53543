/** The worker stopped before it answered: what every page can meet, so these words stand alone. */
export const stopped = {
  title: "The extension’s worker stopped before it answered",
  look: "Open this page again: it shows what is known.",
  paid: "It may have been charged: look at the provider’s credit log before you ask again."
} as const
