import type * as en from "../en/remedy.ts"
import { plural } from "./plural.ts"

const seconds = (count: number): string =>
  count < 90 ? plural(count, { one: "1 Sekunde", other: `${count} Sekunden` }) : `${Math.ceil(count / 60)} Minuten`

/** Anything but a plain name is put in quotation marks, which it cannot close itself. */
const shownName = (name: string) =>
  /^[\w./-]{1,100}$/.test(name) ? name : `„${name.replace(/[„“”]/g, '"').slice(0, 60)}“`

/** Where an account, its key and its limits are changed. */
const place = (isAtHub?: boolean) => (isAtHub === true ? "am Hub" : "in den Einstellungen")

const address = {
  base: (where: string) => `die Basisadresse ${where}`,
  signIn: (where: string) => `die Adresse der Anmeldung ${where}`,
  endpoint: () => "die Adresse des Aufrufs"
} as const

const whom = {
  administrator: "eine Administratorin oder einen Administrator des Anbieterkontos",
  owner: "die Eigentümerin oder den Eigentümer",
  support: "den Support des Anbieters"
} as const

export const remedy: typeof en.remedy = {
  correctInput: () => "Korrigieren Sie die Eingabe und versuchen Sie es erneut.",
  checkNames: ({ hidden }) =>
    hidden === undefined
      ? "Prüfen Sie die Namen."
      : `Prüfen Sie die Namen; um Privates zu sehen, braucht der Schlüssel ${hidden}.`,
  chooseName: ({ names }) =>
    names.length === 0 ? "Prüfen Sie den Namen." : `Wählen Sie einen von diesen: ${names.map(shownName).join(", ")}.`,
  chooseAnotherName: () => "Wählen Sie einen anderen Namen.",
  checkAddress: ({ of, unchanged }, isAtHub) =>
    `Prüfen Sie ${address[of](place(isAtHub))}.${unchanged === undefined ? "" : " Stimmt sie, dann hat sich der Anbieter geändert."}`,
  setAddress: ({ of }, isAtHub) => `Ändern Sie ${address[of](place(isAtHub))} auf die neue.`,
  writeAddress: () => "Geben Sie eine Adresse wie https://api.provider.example/v1 ein.",
  writeEndpoint: ({ style }) =>
    ({
      "leading-slash": "Beginnen Sie den Pfad mit einem Schrägstrich.",
      "no-leading-slash": "Beginnen Sie den Pfad ohne Schrägstrich.",
      either: "Geben Sie einen Pfad unterhalb der Basisadresse ein."
    })[style],
  leaveOut: ({ what }) =>
    what === "key"
      ? "Lassen Sie den Schlüssel weg: Er wird mit jeder Anfrage von selbst gesendet."
      : "Lassen Sie die Kopfzeile weg.",
  connect: (_, isAtHub) => `Verbinden Sie ein Konto ${place(isAtHub)}.`,
  enterKey: (_, isAtHub) => `Geben Sie den Schlüssel ${place(isAtHub)} erneut ein.`,
  checkKey: (_, isAtHub) => `Prüfen Sie den Schlüssel ${place(isAtHub)}.`,
  renewKey: (_, isAtHub) =>
    `Erzeugen Sie beim Anbieter einen neuen Schlüssel und tragen Sie ihn ${place(isAtHub)} ein.`,
  signInAgain: (_, isAtHub) => `Melden Sie sich ${place(isAtHub)} neu an.`,
  checkApp: ({ turnOn }) =>
    turnOn === true
      ? "Schalten Sie diese Art der Anmeldung in den Einstellungen der App beim Anbieter ein."
      : "Prüfen Sie die Einstellungen der App beim Anbieter.",
  grant: ({ needs }) => `Geben Sie dem Schlüssel beim Anbieter dieses Recht: ${needs}.`,
  ask: ({ whom: one, needs }) => `Bitten Sie ${whom[one]}${needs === undefined ? "" : ` um dieses Recht: ${needs}`}.`,
  changeSetting: ({ of }) => `Ändern Sie die Einstellungen beim Anbieter: ${of}.`,
  useAnotherAccount: () => "Verwenden Sie ein anderes Konto.",
  buyCredits: () => "Kaufen Sie Credits, oder warten Sie auf neue.",
  raiseCap: ({ cap }, isAtHub) =>
    `Erhöhen Sie das Limit ${place(isAtHub)}, oder ${cap === "run" ? `starten Sie den ${isAtHub === true ? "Hub" : "Browser"} neu` : "warten Sie bis 00:00 UTC"}.`,
  statePrice: (_, isAtHub) => `Tragen Sie den Preis der Abfrage ${place(isAtHub)} ein, oder löschen Sie das Limit.`,
  agreeToPrice: () => "Prüfen Sie noch einmal, was es kostet.",
  settleCharge: () =>
    "Sehen Sie im Credit-Protokoll des Anbieters nach und tragen Sie ein, was dort steht, oder fragen Sie noch einmal.",
  buyAgain: () => "Noch einmal zu fragen kostet noch einmal.",
  checkCharge: () =>
    "Vielleicht wurde etwas berechnet: Sehen Sie im Credit-Protokoll des Anbieters nach, bevor Sie noch einmal fragen.",
  lookFirst: ({ at }) =>
    `Vielleicht ist es geschehen: Sehen Sie nach${at === undefined ? "" : ` (${at})`}, bevor Sie es wiederholen.`,
  retry: ({ afterSeconds, checking, orSee }) =>
    [
      checking === "network" ? "Prüfen Sie das Netz, und versuchen Sie es dann erneut" : "Versuchen Sie es erneut",
      afterSeconds === undefined ? "" : `, frühestens in ${seconds(afterSeconds)}`,
      orSee === undefined ? "." : "; bleibt es dabei, sehen Sie auf der Statusseite des Anbieters nach."
    ].join(""),
  readAgain: () => "Sehen Sie sich den jetzigen Stand an, und versuchen Sie es dann erneut.",
  changeState: () => "Ändern Sie zuerst den Stand.",
  askForLess: () => "Fragen Sie nach weniger auf einmal.",
  readAnswer: () => "Fragen Sie den Support des Anbieters nach dieser Antwort.",
  repairStorage: () => "Schaffen Sie Platz auf dem Datenträger und starten Sie den Browser neu.",
  read: ({ text }) => text
}

export const nothingWas: typeof en.nothingWas = {
  sent: "Nichts wurde gesendet.",
  sentNow: "Jetzt wurde nichts gesendet.",
  changed: "Nichts wurde geändert.",
  stored: "Nichts wurde gespeichert."
}
