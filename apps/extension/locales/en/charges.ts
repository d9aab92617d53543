/** Unknown charges: those of the page in the popup, all of them in the options. */
import { credits } from "./shared.ts"

export const charges = {
  lost: "An earlier lookup got no answer",
  lostText: (when: string, cost: string) =>
    `Asked ${when}. The provider may have charged for it (${cost}). Its credit log says so for certain: book what it says, or ask again.`,

  upTo: (upTo: number | null) => (upTo === null ? "price not known" : `up to ${credits(upTo)}`),
  notCharged: "It was not charged",
  wasCharged: "It was charged…",
  howMany: "Credits charged, by the provider’s credit log",
  mustBeNumber: "Enter a number, 0 or more.",
  book: "Book it",
  askAgain: "Ask again (may be charged again)",
  askAgainSure: (cost: string) => `Ask a second time? It may be charged a second time: ${cost}.`,
  askAgainYes: "Yes, ask again",
  cancel: "Cancel",

  notSaved: "Bought before, and not saved",
  notSavedText: (when: string, cost: string, why: "store" | "contradicted") =>
    `Bought ${when} for ${cost}. ${why === "store" ? "The browser could not save the answer." : "The answer was about somebody else."} Asking again is paid again.`,
  unknownCost: "an unknown charge",
  buyAgain: "Ask again (is charged again)",
  buyAgainSure: (cost: string) => `Ask a second time? It is charged a second time: ${cost}.`,

  /** Names for calls without a single subject, by operation. */
  unnamed: { searchPeople: "A people search", apiCall: "A call of an address" } as Readonly<Record<string, string>>,
  someCall: "Another paid call",
  title: "No answer came back for these",
  help: "Each may have been charged. Look into your provider’s credit log and book what it says, or ask again. Until then its lookup is not repeated.",
  none: "Every lookup has a known charge.",
  asking: "Asking the provider…",
  booked: (count: number) => `Booked as ${credits(count)}.`,
  answered: (name: string, charged: string) => `${name} · ${charged}. The answer is saved: open the page to see it.`,
  another: (name: string, charged: string) => `The provider answered about somebody else, ${name} · ${charged}.`,
  noMatch: (charged: string) => `The provider has no match · ${charged}.`
} as const
