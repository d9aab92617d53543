/** Unknown charges: those of the page in the popup, all of them in the options. */
import { credits } from "./shared.ts"

export const charges = {
  lost: "An earlier lookup got no answer",
  lostText: (when: string, cost: string) =>
    `Asked ${when}. The provider may have charged for it (${cost}). Check its credit log and record what it says, or ask again.`,

  upTo: (upTo: number | null) => (upTo === null ? "price not known" : `up to ${credits(upTo)}`),
  notCharged: "It was not charged",
  wasCharged: "It was charged…",
  howMany: "Credits charged, from the provider's credit log",
  mustBeNumber: "Enter a number, 0 or more, without thousands separators.",
  book: "Record it",
  askAgain: "Ask again (may be charged again)",
  askAgainSure: (cost: string) => `Ask a second time? It may be charged a second time: ${cost}.`,
  askAgainYes: "Yes, ask again",
  cancel: "Cancel",

  notSaved: "Bought before, but not saved",
  notSavedText: (when: string, cost: string, why: "store" | "contradicted") =>
    `Bought ${when} for ${cost}. ${why === "store" ? "The browser could not save the answer." : "The answer was about somebody else."} Asking again costs again.`,
  unknownCost: "an unknown charge",
  buyAgain: "Ask again (is charged again)",
  buyAgainSure: (cost: string) => `Ask a second time? It is charged a second time: ${cost}.`,

  /** Names for calls without a single subject, by operation. */
  unnamed: { searchPeople: "A people search", apiCall: "An API call" } as Readonly<Record<string, string>>,
  someCall: "Another paid call",
  title: "Calls that got no answer",
  help: "Each may have been charged. Check your provider's credit log and record what it says, or ask again. Until then, the lookup is not repeated.",
  none: "Every lookup has a known charge.",
  booked: (count: number) => `Recorded as ${credits(count)}.`,
  answered: (name: string, charged: string) => `${name} · ${charged}. The answer is saved: open the page to see it.`,
  another: (name: string, charged: string) => `The provider answered about somebody else, ${name} · ${charged}.`,
  noMatch: (charged: string) => `The provider has no match · ${charged}.`
}
