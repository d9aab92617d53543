import type * as en from "../en/card.ts"
import { date, moment, number } from "./plural.ts"
import { recordText } from "./record.ts"
import { money } from "./shared.ts"

export const card: typeof en.card = {
  details: "Einzelheiten",
  close: "Schließen",
  move: "Auf die andere Seite",
  copy: (label) => `${label} kopieren`,
  copied: (label) => `${label} kopiert`,
  notCopied: (label) => `${label} kopieren: hier nicht erlaubt`,
  provenance: (charged, when, checkedOn) =>
    `Inlay · ${charged} · ${when}${checkedOn === undefined ? "" : ` · geprüft am ${date(checkedOn)}`}`,
  region: "Aus Ihrem Vertriebsdaten-Konto"
}

export const cardWords: typeof en.cardWords = { card, money, moment, number, recordText }
