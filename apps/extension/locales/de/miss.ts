import type * as en from "../en/miss.ts"
import type { Words } from "../words.ts"

export const miss: Words<typeof en.miss> = {
  title: "Der Anbieter hat keinen Treffer",
  fresh: (charged) => `${charged} für diese Antwort.`,
  saved: (age) => `Gefragt ${age}; erneut nachzusehen war kostenlos: 0 Credits.`,
  nextPerson:
    "Versuchen Sie es stattdessen mit dem Unternehmen: Öffnen Sie dessen Seite oder Website, und klicken Sie noch einmal.",
  nextCompany: "Versuchen Sie es mit der anderen Adresse: der eigenen Website des Unternehmens oder seinem Profil.",
  keep: "Wie lange Fehlanzeigen gespeichert bleiben"
}
