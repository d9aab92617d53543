import type * as en from "../en/charges.ts"
import { credits } from "./shared.ts"

export const charges: typeof en.charges = {
  lost: "Eine frühere Abfrage blieb ohne Antwort",
  lostText: (when, cost) =>
    `Gefragt am ${when}. Der Anbieter hat sie vielleicht berechnet (${cost}). Sein Credit-Protokoll sagt es sicher: Tragen Sie ein, was dort steht, oder fragen Sie noch einmal.`,

  upTo: (upTo) => (upTo === null ? "Preis nicht bekannt" : `höchstens ${credits(upTo)}`),
  notCharged: "Wurde nicht berechnet",
  wasCharged: "Wurde berechnet …",
  howMany: "Berechnete Credits laut Protokoll des Anbieters",
  mustBeNumber: "Geben Sie eine Zahl ab 0 ein, ohne Tausendertrennzeichen.",
  book: "Eintragen",
  askAgain: "Noch einmal fragen (vielleicht noch einmal berechnet)",
  askAgainSure: (cost) => `Ein zweites Mal fragen? Es wird vielleicht ein zweites Mal berechnet: ${cost}.`,
  askAgainYes: "Ja, noch einmal fragen",
  cancel: "Abbrechen",

  notSaved: "Schon gekauft, aber nicht gespeichert",
  notSavedText: (when, cost, why) =>
    `Gekauft am ${when} für ${cost}. ${why === "store" ? "Der Browser konnte die Antwort nicht speichern." : "Die Antwort betraf jemand anderen."} Noch einmal zu fragen kostet noch einmal.`,
  unknownCost: "unbekannte Kosten",
  buyAgain: "Noch einmal fragen (wird noch einmal berechnet)",
  buyAgainSure: (cost) => `Ein zweites Mal fragen? Es wird ein zweites Mal berechnet: ${cost}.`,

  unnamed: { searchPeople: "Eine Personensuche", apiCall: "Ein API-Aufruf" },
  someCall: "Ein anderer bezahlter Aufruf",
  title: "Diese Abfragen blieben ohne Antwort",
  help: "Jede wurde vielleicht berechnet. Sehen Sie im Credit-Protokoll Ihres Anbieters nach und tragen Sie ein, was dort steht, oder fragen Sie noch einmal. Bis dahin wird die Abfrage nicht wiederholt.",
  none: "Die Kosten jeder Abfrage sind bekannt.",
  booked: (count) => `Mit ${credits(count)} eingetragen.`,
  answered: (name, charged) =>
    `${name} · ${charged}. Die Antwort ist gespeichert: Öffnen Sie die Seite, um sie zu sehen.`,
  another: (name, charged) => `Die Antwort des Anbieters betrifft jemand anderen: ${name} · ${charged}.`,
  noMatch: (charged) => `Der Anbieter hat keinen Treffer · ${charged}.`
}
