import type * as en from "../en/account.ts"
import type { Words } from "../words.ts"
import { credits } from "./shared.ts"

export const account: Words<typeof en.account> = {
  title: "Inlay-Einstellungen",
  doesNotOpen: "Lässt sich nicht öffnen",
  edit: "Bearbeiten",
  editNamed: (name) => `${name} bearbeiten`,
  shownBelow: "Unten angezeigt",
  add: (plugin, count) => `${count === 0 ? "" : "Weiteres "}${plugin}-Konto hinzufügen`,
  newTitle: "Neues Konto",
  name: "Name",
  nameHelp: "Woran Sie Ihre Konten unterscheiden: Kleinbuchstaben, Ziffern und Bindestriche.",
  mustBeName: "Geben Sie einen Namen aus Kleinbuchstaben, Ziffern und Bindestrichen ein, etwa team-a.",
  nameTaken: (name) => `Es gibt schon ein Konto ${name}.`,
  kind: "Verbinden über",
  choose: "Bitte wählen",
  formTitle: (plugin) => `${plugin}-Konto`,
  formLead: "Anfragen gehen aus diesem Browser unmittelbar an Ihren Anbieter und an niemanden sonst.",
  required: "erforderlich",
  more: "Weitere Einstellungen",
  proposed: "Vorgeschlagen. Ändern Sie es, oder leeren Sie das Feld für kein Limit.",
  stored: "Gespeichert. Leer lassen, um es zu behalten.",
  storedFile: "Eine Datei ist gespeichert. Wählen Sie keine, um sie zu behalten.",
  save: "Speichern und prüfen",
  saving: "Das Konto wird geprüft …",
  saveAnyway: "Trotzdem speichern",
  saved: "Gespeichert. Das Konto funktioniert.",
  savedHere: "Gespeichert.",
  savedUnchecked: "Gespeichert, obwohl die Prüfung misslang.",
  notSaved: "Noch nicht gespeichert",
  correct: "Korrigieren Sie zuerst die markierten Felder.",
  correctIt: "Korrigieren Sie es und speichern Sie erneut.",
  enterIt: "Geben Sie es ein und speichern Sie erneut.",
  isMissing: (label) => `${label} fehlt.`,
  belongsToOld: (label) => `Die Adresse hat sich geändert; „${label}“ gehört zur alten.`,
  isWrong: (label, message) => `${label} ${message}.`,
  denied: (host) => `Inlay darf ${host} noch nicht erreichen.`,
  deniedAdvice:
    "Speichern Sie noch einmal und wählen Sie „Zulassen“: Inlay erreicht dann diese Adresse und keine andere.",

  mustNotBeEmpty: "Zum Verbinden erforderlich.",
  mustBeAddress: "Geben Sie eine Adresse wie https://api.provider.example/v1 ein.",
  mustBePlain: "Lassen Sie Benutzernamen, Abfrage und Fragment weg.",
  mustBeHttps: "Verwenden Sie https. Einfaches http geht nur für localhost und 127.0.0.1.",
  mustBeNumber: "Geben Sie eine Zahl ab 0 ein, ohne Tausendertrennzeichen.",
  keyForNewAddress: "Die Adresse hat sich geändert: Geben Sie den Schlüssel ein, der zu ihr gehört.",

  setUpAgain: "Geben Sie seine Einstellungen erneut ein und speichern Sie, oder entfernen Sie es unten.",

  spendingOf: (name) => `Ausgaben von ${name}`,
  today: (count) => `${credits(count)} heute`,
  todayHelp: "Gezählt nach dem UTC-Tag, für diesen Browser.",
  removeTitle: "Konto entfernen",
  removeNamed: (name) => `Konto ${name} entfernen`,
  removeHelp:
    "Löscht den Schlüssel, die Einstellungen und jede gespeicherte Antwort. Was heute ausgegeben wurde, bleibt gezählt.",
  remove: "Konto entfernen",
  removeSure: "Den Schlüssel und alles Gespeicherte entfernen?",
  removeYes: "Ja, entfernen",
  removed: (name) => `Das Konto ${name} ist entfernt.`,
  cancel: "Abbrechen"
}
