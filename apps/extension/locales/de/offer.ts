import type * as en from "../en/offer.ts"

export const inApplication: typeof en.inApplication = {
  text: "Dies ist eine Webanwendung, nicht die eigene Website eines Unternehmens. Eine Abfrage findet das Unternehmen, das sie betreibt.",
  lookUp: (name) => `${name} abfragen`,
  showSaved: (name) => `Gespeichertes zu ${name} anzeigen`
}

export const application: typeof en.application = {
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

export const connect: typeof en.connect = {
  title: "Inlay",
  text: "Zeigt, was Ihr Vertriebsdaten-Konto über die Person oder das Unternehmen auf dieser Seite weiß.",
  button: "Konto verbinden"
}

export const miss: typeof en.miss = {
  title: "Der Anbieter hat keinen Treffer",
  fresh: (charged) => `${charged} für diese Antwort.`,
  saved: (age) => `Gefragt ${age}; erneut nachzusehen war kostenlos: 0 Credits.`,
  nextPerson:
    "Versuchen Sie es stattdessen mit dem Unternehmen: Öffnen Sie dessen Seite oder Website, und klicken Sie noch einmal.",
  nextCompany: "Versuchen Sie es mit der anderen Adresse: der eigenen Website des Unternehmens oder seinem Profil.",
  keep: "Wie lange Fehlanzeigen gespeichert bleiben"
}

export const nothing: typeof en.nothing = {
  title: "Hier gibt es nichts anzuzeigen",
  elsewhere:
    "Öffnen Sie das Profil einer Person oder eines Unternehmens oder die Website eines Unternehmens, und klicken Sie noch einmal.",
  profileSite:
    "Diese Seite des Netzwerks ist kein Profil. Öffnen Sie das Profil einer Person oder die Seite eines Unternehmens.",

  local:
    "Diese Seite hat keinen öffentlichen Namen, wie auf Ihrem eigenen Rechner oder in Ihrem Netz. Die Adresse der Seite wird nirgendwohin gesendet.",
  inApplication: (what) =>
    `${what}: Die Seiten hier gehören vielen Personen. Öffnen Sie das Profil einer Person oder eines Unternehmens oder die Website eines Unternehmens.`
}
