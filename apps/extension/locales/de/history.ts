import type * as en from "../en/history.ts"
import { number, plural } from "./plural.ts"

export const history: typeof en.history = {
  title: "Verlauf",
  lead: "Was abgefragt wurde und in diesem Browser noch gespeichert ist. Hineinzusehen kostet nichts.",
  throughHub:
    "Abfragen laufen über den Hub und werden dort gespeichert, nicht in diesem Browser. Die Konsole des Hubs zeigt unter „Activity“, was lief und was es kostete, aber nicht, um wen es ging.",
  account: "Konto",
  search: "Suchen",
  kind: "Anzeigen",
  kinds: { all: "Personen und Unternehmen", person: "Personen", company: "Unternehmen" },
  reachable: "Mit nutzbarer Nummer oder Adresse",
  count: (visible, all) =>
    visible === all
      ? plural(all, { one: "1 Datensatz", other: `${number(all)} Datensätze` })
      : `${number(visible)} von ${plural(all, { one: "1 Datensatz", other: `${number(all)} Datensätzen` })}`,
  none: "Noch ist nichts gespeichert: Klicken Sie auf dem Profil einer Person oder der Seite eines Unternehmens auf Inlay.",
  noneFits: "Zu dieser Suche passt nichts.",
  more: (count) => `${number(count)} weitere anzeigen`,
  showAll: "Alle anzeigen",
  file: "Als CSV speichern",
  delete: "Löschen",
  deleteNamed: (name) => `${name} löschen`,
  deleteAll: "Diese löschen",
  deleteSure: (count, name) =>
    `${name ?? plural(count, { one: "1 Datensatz", other: `${number(count)} Datensätze` })} löschen? Neu abzufragen kostet noch einmal.`,
  deleteYes: "Ja, löschen",
  deleted: (count) =>
    plural(count, { one: "1 Datensatz ist gelöscht.", other: `${number(count)} Datensätze sind gelöscht.` }),
  cancel: "Abbrechen",
  notConnected: "Es ist kein Konto verbunden.",
  settings: "Einstellungen öffnen",
  again: "Erneut versuchen",
  loading: "Gespeichertes wird gelesen …",
  loadingMore: "Weitere werden gelesen …",
  deleting: "Wird gelöscht …",
  fetched: "Abgefragt",
  checked: "Vom Anbieter geprüft",
  doNotCall: (numbers) => `nicht anrufen: ${numbers}`,
  head: { who: "Wer", contact: "Kontakt", when: "Abgefragt", acts: "Aktionen" },
  column: {
    name: "Name",
    title: "Position",
    company: "Unternehmen",
    email: "E-Mail",
    otherEmails: "Weitere E-Mails",
    phone: "Telefon",
    otherPhones: "Weitere Telefonnummern",
    doNotCall: "Nicht anrufen",
    location: "Ort",
    domain: "Domain",
    abn: "ABN",
    industry: "Branche",
    employees: "Beschäftigte",
    profile: "Profil"
  }
}
