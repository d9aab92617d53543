import type * as en from "../en/browser-data.ts"
import type { Words } from "../words.ts"
import { list, number } from "./plural.ts"

export const browserData: Words<typeof en.browserData> = {
  title: "Alles in diesem Browser",
  lead: "Konten, gespeicherte Antworten, Notizen, Ausgaben und Einstellungen. Die Datei enthält alles außer Schlüsseln und Token.",
  save: "Als JSON-Datei speichern",
  saved: "Gespeichert. Schlüssel und Token stehen nicht in der Datei.",
  savedInPart: (stores) => `Teilweise gespeichert: Was beschädigt und nicht lesbar war, fehlt (${list(stores)}).`,
  erase: "Alles löschen",
  eraseSure:
    "Alles von Inlay in diesem Browser löschen? Schlüssel, Konten, gespeicherte Antworten, Notizen und Ausgaben sind dann endgültig weg: Limits zählen wieder ab null, und einen Datensatz neu abzufragen kostet noch einmal. Ein Hub behält, was er hat: Widerrufen Sie dort die Kopplung dieses Browsers.",
  eraseYes: "Ja, alles löschen",
  erased: "In diesem Browser ist nichts von Inlay übrig",
  erasedInPart: "In diesem Browser ist noch etwas von Inlay übrig",
  of: { rows: "Datensätze", settings: "Einstellungen", origins: "Erlaubte Adressen" },
  left: (remaining, before) =>
    before === undefined ? `${number(remaining)} übrig` : `${number(remaining)} von ${number(before)} übrig`,
  restartWhy: "Nach dem Löschen neu gezählt. Die Erweiterung muss neu starten, bevor Sie sie benutzen."
}

export const sections: Words<typeof en.sections> = {
  label: "Abschnitte",
  accounts: "Konten",
  hub: "Hub",
  place: "Anzeige",
  notifications: "Benachrichtigungen",
  language: "Sprache",
  charges: "Ausgaben",
  data: "Daten"
}

export const damaged: Words<typeof en.damaged> = {
  title: "Die Einstellungen sind nicht lesbar",
  text: "Versuchen Sie es zuerst noch einmal. Bleibt es dabei, speichern Sie, was noch lesbar ist, löschen Sie unten alles und verbinden Sie neu."
}
