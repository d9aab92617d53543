import type * as en from "../en/failure.ts"
import { translated } from "../translated.ts"

export { ownFailure } from "./own-failure.ts"
export { nothingWas, remedy } from "./remedy.ts"

/** The provider's own words, which are in quotation marks. */
const QUOTE = /“[^”]+”/

export const failure: typeof en.failure = {
  title: {
    Unauthorized: "Der Anbieter hat den Schlüssel abgelehnt",
    Forbidden: "Der Schlüssel darf das nicht",
    NotFound: "Nicht gefunden",
    Conflict: "Der Anbieter meldet einen Konflikt",
    Invalid: "Der Anbieter hat die Anfrage abgelehnt",
    RateLimited: "Zu viele Anfragen",
    QuotaExhausted: "Keine Credits mehr",
    Refused: "Gestoppt, bevor etwas gesendet wurde",
    Unavailable: "Der Anbieter hat ein Problem",
    Timeout: "Keine rechtzeitige Antwort",
    Transport: "Die Verbindung zum Anbieter ist gescheitert",
    Decode: "Die Antwort war nicht lesbar"
  },
  guard: {
    endpoint: "Gestoppt, bevor etwas gesendet wurde",
    header: "Gestoppt, bevor etwas gesendet wurde",
    baseAddress: "Die Basisadresse funktioniert nicht",
    redirect: "Der Anbieter hat die Anfrage umgeleitet",
    cap: "Vom Ausgabenlimit gestoppt",
    price: "Es kostet inzwischen mehr",
    unknownCharge: "Eine frühere Abfrage blieb ohne Antwort",
    uncached: "Schon gekauft, aber nicht gespeichert",
    ledger: "Der Speicher des Browsers funktioniert nicht",
    readOnly: "Dieses Konto liest nur",
    restriction: "Außerhalb dessen, was dieses Konto nutzen darf",
    vault: "Das gespeicherte Konto lässt sich nicht öffnen",
    signIn: "Die Anmeldung wurde gestoppt",
    declined: "Nicht zugestimmt"
  },
  what: (english, title) => {
    const quote = QUOTE.exec(english)?.[0].slice(1, -1)
    return `${title}.${quote === undefined ? "" : ` Der Anbieter sagt: „${quote}“.`}`
  },
  sentence: /* @__PURE__ */ translated({}, [
    [/^The provider rejected the account's key/, "Der Anbieter hat den Schlüssel des Kontos abgelehnt"],
    [/^The account's key lacks a right for this call/, "Dem Schlüssel des Kontos fehlt ein Recht für diesen Aufruf"],
    [/^The provider has nothing at this address/, "Beim Anbieter gibt es unter dieser Adresse nichts"],
    [/^The account's plan is used up/, "Das Guthaben des Kontos ist verbraucht"],
    [/^The provider's rate limit is reached/, "Das Ratenlimit des Anbieters ist erreicht"],
    [/^The provider failed/, "Beim Anbieter ist ein Fehler aufgetreten"],
    [/^The provider rejected the request/, "Der Anbieter hat die Anfrage abgelehnt"],
    [/^No connection could be made/, "Es kam keine Verbindung zustande"],
    [/^No answer within (\S+) s/, "Keine Antwort innerhalb von $1 s"],
    [/“([^”]+)”/g, "„$1“"]
  ]),
  settings: "Die Einstellungen des Kontos funktionieren nicht",
  address: "Die Adresse dieser Seite funktioniert nicht",
  unusableKey: "Der Schlüssel lässt sich nicht senden",
  offline: "Sie sind offline",
  unknownTitle: "Kein Ergebnis, aber vielleicht Kosten",
  openTitle: "Keine Antwort, aber vielleicht ausgeführt",

  resets: (when) => `Neue Credits ab ${when}.`,
  needs: (right) => `Benötigt: ${right}.`,
  checkKey: "Schlüssel prüfen",
  openSettings: "Einstellungen öffnen",
  tryAgain: "Erneut versuchen",
  section: (name, why) => `Der Abschnitt ${name} konnte nicht angezeigt werden${why === null ? "" : `: ${why}`}.`,
  restart: "Erweiterung neu starten",
  tryAgainIn: (seconds) => `Erneut versuchen in ${seconds} s`,
  lookHere: "Diese Seite prüfen",
  lookAgain: "Stand ansehen"
}
