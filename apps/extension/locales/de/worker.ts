import type * as en from "../en/worker.ts"

export const mark: typeof en.mark = {
  unknownCharges: {
    one: "Eine Abfrage blieb ohne Antwort und wurde vielleicht berechnet",
    other: "# Abfragen blieben ohne Antwort und wurden vielleicht berechnet"
  },
  seen: {
    one: "1 Neuigkeit in den Repositorys, die Sie beobachten",
    other: "# Neuigkeiten in den Repositorys, die Sie beobachten"
  },
  unreachable: "Ein Repository, das Sie beobachten, lässt sich nicht mehr lesen",
  broken: "Etwas von Inlay lässt sich nicht lesen: Öffnen Sie die Einstellungen",
  away: "Ein Dienst ist gerade nicht erreichbar"
}

export const menu: typeof en.menu = {
  link: "Diesen Link in Inlay zeigen",
  repository: "Dieses Repository in Inlay öffnen",
  page: "Inlay neben der Seite öffnen"
}

export const notified: typeof en.notified = {
  many: { one: "1 neues Ereignis", other: "# neue Ereignisse" }
}
