/** The card in the page. */
import { date, lowered, moment, number } from "./plural.ts"
import { recordText } from "./record.ts"
import { money } from "./shared.ts"

export const card = {
  details: "Details",
  close: "Close",
  move: "Move to the other side",
  copy: (label: string) => `Copy ${lowered(label)}`,
  copied: (label: string) => `Copied ${lowered(label)}`,
  notCopied: (label: string) => `Copy ${lowered(label)}: not allowed here`,
  // A moment rather than an age, because the card stays while time passes.
  provenance: (charged: string, when: string, checkedOn: string | undefined) =>
    `Inlay · ${charged} · ${when}${checkedOn === undefined ? "" : ` · checked ${date(checkedOn)}`}`,
  region: "From your sales data account"
}

/** All texts that the card needs, handed over by the script of its language. */
export const cardWords = { card, money, moment, number, recordText }
