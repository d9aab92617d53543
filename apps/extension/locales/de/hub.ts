import type * as en from "../en/hub.ts"
import type { Words } from "../words.ts"
import { number, plural } from "./plural.ts"

const accounts = (count: number, where: string): string =>
  plural(count, { one: `1 Konto ${where}`, other: `${number(count)} Konten ${where}` })

export const hub: Words<typeof en.hub> = {
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
  spent: (account, spentToday) => `${account}: ${spentToday} heute, durch diesen Browser`,
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
