import type * as en from "../en/application.ts"
import type { Words } from "../words.ts"

export const inApplication: Words<typeof en.inApplication> = {
  text: "Dies ist eine Webanwendung, nicht die eigene Website eines Unternehmens. Eine Abfrage findet das Unternehmen, das sie betreibt.",
  lookUp: (name) => `${name} abfragen`,
  showSaved: (name) => `Gespeichertes zu ${name} anzeigen`
}

export const application: Words<typeof en.application> = {
  mail: "E-Mail-Dienst",
  calendar: "Kalender",
  customers: "Kundenverwaltung",
  documents: "Dokumente und Projekte",
  search: "Suche und Nachschlagen",
  code: "Code-Plattform",
  chat: "Chat und Besprechungen",
  social: "Soziales Netzwerk",
  maps: "Karten",
  bank: "Bank und Zahlungen",
  market: "Marktplatz oder Verzeichnis",
  media: "Medien und Nachrichten",
  assistant: "KI-Assistent",
  administration: "Verwaltung und Anmeldung",
  general: "Webanwendung"
}
