import type * as en from "../en/page-line.ts"

export const pageLine: typeof en.pageLine = {
  show: "Als Zeile in dieser Seite zeigen",
  shown: "Steht in der Seite.",
  notShown: "Die Seite lässt es nicht zu.",
  always: (host) => `Immer auf ${host}`,
  denied: (host) => `Der Browser lässt Inlay nicht in Seiten von ${host}.`,
  title: "Zeile in Repository-Seiten",
  lead: "Der letzte Lauf, Agentenstarts und Review-Anfragen an Sie stehen in jeder Repository-Seite dieser Hosts.",
  end: (host) => `Nicht mehr auf ${host}`
}
