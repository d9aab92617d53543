import type * as en from "../en/popup.ts"

export * from "./shared.ts"

export const popup: typeof en.popup = {
  settings: "Einstellungen",
  panel: "Neben der Seite öffnen",
  loading: "Die Seite wird geprüft",

  enrich: "Anreichern",
  savedBy: (account) =>
    `Das Konto ${account} dieses Browsers hat die Antwort gespeichert. Der Hub würde sie noch einmal kaufen.`,
  hubApart: "Was der Hub gekauft hat, wird hier noch einmal gekauft.",
  nothingSent: "Vor Ihrem Klick geht nichts an den Anbieter.",
  raiseCap: "Limit erhöhen",

  asking: "Der Anbieter wird gefragt …",
  opening: "Gespeichertes wird geöffnet …",
  seconds: (seconds) => `${seconds.replace(".", ",")} s`,
  underWay: "Diese Seite wird gerade abgefragt. Nichts wird doppelt gesendet."
}

export const paidBy: typeof en.paidBy = { account: "Bezahlt von", atHub: (name) => `${name} (Hub)` }
