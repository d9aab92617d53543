import type * as en from "../en/result.ts"
import { list, number, plural } from "./plural.ts"
import { credits } from "./shared.ts"

export { number } from "./plural.ts"
export { factName, recordText } from "./record.ts"

const IDENTIFIERS: Readonly<Record<string, string>> = {
  profilenet_url: "Profil",
  profilenet_slug: "Profil",
  email: "E-Mail",
  domain: "Domain",
  website: "Website",
  abn: "ABN"
}

export const result: typeof en.result = {
  found: (name) => `${name} gefunden`,
  matchedOn: (fields) => {
    const names = [...new Set(fields.map((field) => IDENTIFIERS[field] ?? field))]
    return names.length === 0 ? "" : `über ${list(names)}`
  },
  copyAll: "Kopieren",
  copyAs: { text: "Als Text", row: "Als Tabellenzeile", vcard: "Als Kontakt (vCard)", json: "Als JSON" },
  copiedAs: {
    text: "Als Text kopiert",
    row: "Als Tabellenzeile kopiert",
    vcard: "Als Kontakt kopiert, ohne Nummern, die nicht angerufen werden dürfen",
    json: "Als JSON kopiert"
  },
  copy: (label) => `${label} kopieren`,
  copied: (label) => (label === "" ? "Kopiert" : `${label} kopiert`),
  copyFailed: "Der Browser hat das Kopieren nicht erlaubt",
  noPhone: "Es gibt keine Nummer, die angerufen werden darf",
  noContacts: "Der Datensatz hat keine E-Mail-Adresse und keine Telefonnummer.",
  moreRows: (count) => `${number(count)} weitere`,
  more: "Mehr",
  sources: "Quellen",
  note: "Notiz schreiben",
  showInPage: "In der Seite anzeigen",
  refresh: "Neu abfragen",
  saveContact: "Als Kontaktdatei speichern (.vcf)",
  similar: "Ähnliche Personen",
  people: "Personen nach Rolle",
  history: "Verlauf",
  keys: "Tasten",
  keyList: [
    ["c", "Kopieren …"],
    ["p", "Die Nummer zum Anrufen kopieren"],
    ["a", "Alles als Text kopieren"],
    ["?", "Diese Tasten anzeigen"]
  ],
  forget: "Vergessen",
  forgetSure: "Diesen Datensatz vergessen? Er wird aus diesem Browser gelöscht; ihn neu abzufragen kostet noch einmal.",
  forgetYes: "Ja, vergessen",
  forgotten: (count) =>
    `Vergessen. ${plural(count, {
      one: `${credits(count)} bleibt als Ausgabe`,
      other: `${credits(count)} bleiben als Ausgaben`
    })} verbucht.`,
  forgottenHere: "In diesem Browser vergessen. Was der Hub hat, wird dort gelöscht, mit „inlay forget“.",
  cancel: "Abbrechen",
  saved: (age) => `${age} gespeichert`,
  sourceOf: (path) => `Aus ${path}`,

  inPage: {
    off: "Nicht in Seiten angezeigt",
    moved: "Nicht in der Seite: Sie zeigt inzwischen anderes",
    blocked: "Diese Seite lässt keine Karte zu",
    unseen: "In der Seite gerade nicht zu sehen",
    another: "Nicht in der Seite: Datensatz von jemand anderem"
  },
  change: "Ändern"
}

export const another: typeof en.another = {
  title: "Die Antwort des Anbieters betrifft jemand anderen",
  text: (who, subject) =>
    `Der Datensatz betrifft ${who}. Nichts davon wird als ${subject} angezeigt. Wurde ein Profil umbenannt, können beide dasselbe sein.`,
  cost: (charged, when) => `${charged} · ${when}`,
  show: "Diesen Datensatz anzeigen"
}

export const employer: typeof en.employer = {
  enrich: (cost) => `Unternehmen anreichern · ${cost}`,
  overCap: "Über dem Limit",
  noMatch: (charged) => `Kein Treffer · ${charged}`,
  another: (name, charged) => `Antwort betrifft ${name} · ${charged}`,
  trade: "Branche und Ort",
  field: { name: "Name", domain: "Domain", abn: "ABN" },
  differs: (field, ofPerson, ofCompany) =>
    `${field}: ${ofPerson} laut Datensatz der Person, ${ofCompany} laut dem des Unternehmens.`
}

export const note: typeof en.note = {
  title: "Ihre Notiz",
  edit: "Bearbeiten",
  save: "Speichern",
  stays: "Bleibt in diesem Browser",
  full: (most) => `Eine Notiz hat höchstens ${number(most)} Zeichen`,
  changedElsewhere: (text) => `In einem anderen Fenster geändert zu „${text}“. Speichern ersetzt das.`,
  deletedElsewhere: "In einem anderen Fenster gelöscht. Speichern legt sie wieder an."
}

export const people: typeof en.people = {
  field: { position: "Position", seniority: "Karrierestufe", department: "Abteilung", company: "Unternehmen" },
  search: (cost) => `Suchen · ${cost}`,
  nextPage: (cost) => `Nächste Seite · ${cost}`,
  unnamed: "Ohne Namen",
  noPrice:
    "Das Konto nennt keinen Preis für eine Suche, deshalb verweigert sein Limit sie: Tragen Sie den Preis in den Einstellungen ein.",
  overCap: "Eine Suche könnte das Limit überschreiten.",
  earlier: "zuvor gesucht, nicht erneut berechnet",
  none: "Niemand passt dazu. Lassen Sie ein Feld leer, oder suchen Sie mit anderen Wörtern.",
  found: (count, total, charged) =>
    `${
      total === null || total <= count
        ? plural(count, { one: "1 Person", other: `${number(count)} Personen` })
        : `${number(count)} von ${number(total)} Personen`
    } · ${charged}`
}
