import type * as en from "../en/settings.ts"
import { list, number, plural } from "./plural.ts"
import { credits } from "./shared.ts"

export * from "./fields.ts"

export const account: typeof en.account = {
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
  international: (host) => `Der Browser kennt diesen Namen als ${host}: Prüfen Sie, ob es der gemeinte ist.`,
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

export const browserData: typeof en.browserData = {
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

export const sections: typeof en.sections = {
  label: "Abschnitte",
  accounts: "Konten",
  hub: "Hub",
  place: "Anzeige",
  notifications: "Benachrichtigungen",
  language: "Sprache",
  charges: "Ausgaben",
  data: "Daten"
}

export const damaged: typeof en.damaged = {
  title: "Die Einstellungen sind nicht lesbar",
  text: "Versuchen Sie es zuerst noch einmal. Bleibt es dabei, speichern Sie, was noch lesbar ist, löschen Sie unten alles und verbinden Sie neu."
}

const accounts = (count: number, where: string): string =>
  plural(count, { one: `1 Konto ${where}`, other: `${number(count)} Konten ${where}` })

export const hub: typeof en.hub = {
  title: "Über einen Hub",
  lead: "Mit einem eigenen Hub liegen die Schlüssel dort und nichts davon in diesem Browser; Limits, bezahlte Antworten und ungeklärte Kosten teilen alle, die ihn benutzen.",
  address: "Adresse des Hubs",
  addressHelp: "Wie „inlay serve“ sie ausgibt, etwa http://127.0.0.1:4670.",
  code: "Kopplungscode",
  codeHelp: "Steht in der Konsole des Hubs auf der Seite Agents. Er gilt einmal, zehn Minuten lang.",
  needed: "Zum Koppeln erforderlich.",
  pair: "Koppeln",
  pairing: "Wird gekoppelt …",
  allow: (host) => `Anfragen an ${host} erlauben`,
  denied: (host) => `Inlay darf ${host} noch nicht erreichen.`,
  deniedAdvice:
    "Koppeln Sie noch einmal und wählen Sie „Zulassen“: Inlay erreicht dann diese Adresse und keine andere.",
  paired: (host, version) => `Gekoppelt mit ${host}, Version ${version}.`,
  name: (name) =>
    `Der Hub nennt diesen Browser „${name}“. Begrenzen Sie ihn oder widerrufen Sie seine Kopplung in der Konsole des Hubs auf der Seite Agents.`,
  ways: "Auf welchem Weg was läuft",
  notShared:
    "Dieser Browser und der Hub führen getrennte Bücher: Was der eine gekauft hat, hat der andere nicht. Wer auf beiden Wegen nach derselben Person fragt, bezahlt zweimal.",
  direct: "Nur über diesen Browser",
  here: (count) => accounts(count, "in diesem Browser"),
  through: "Über den Hub",
  atHub: (count) => (count === undefined ? "Seine Konten sind gerade nicht bekannt" : accounts(count, "auf dem Hub")),
  spent: (name, spentToday) => `${name}: ${spentToday} heute, durch diesen Browser`,
  hubOnly: "Nur über den Hub",
  pairAgain: "Neu koppeln",
  unpair: "Kopplung beenden",
  unpairSure:
    "Beenden? Was über den Hub läuft, läuft dann nur noch über diesen Browser, soweit er dafür ein Konto hat.",
  unpairYes: "Ja, beenden",
  ended: "Die Kopplung ist beendet.",
  endedHere:
    "Die Kopplung ist in diesem Browser beendet. Dem Hub ließ es sich nicht mitteilen: Widerrufen Sie die Kopplung dort auf der Seite Agents."
}

export const languageChoice: typeof en.languageChoice = {
  asBrowser: "Wie der Browser",
  help: "Gilt für alle Seiten von Inlay und für Karten in Seiten, die von jetzt an geöffnet werden."
}

export const place: typeof en.place = {
  title: "Wo die Antwort angezeigt wird",
  agreement:
    "Die Nutzungsvereinbarung des Profilnetzwerks verbietet, Elemente in seine Seiten einzufügen; ein Mitglied, das ein solches Werkzeug benutzt, verstößt dagegen. Das Popup fügt nichts ein.",
  page: "In der Seite und im Popup",
  pageHelp:
    "Eine Karte unten rechts in der Seite, nachdem Sie auf „Anreichern“ geklickt haben. Sie verschwindet, wenn Sie die Seite wechseln.",
  stored: "Gespeichert",
  popup: "Nur im Popup",
  popupHelp: "In keine Seite wird etwas eingefügt."
}
