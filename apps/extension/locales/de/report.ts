import type * as en from "../en/report.ts"
import { number, plural } from "./plural.ts"

export const report: typeof en.report = {
  title: "Bericht",
  noPlace: "Diese Adresse nennt keinen Bericht. Öffnen Sie eine Seite Ihrer Website und wählen Sie „Bericht“ im Popup.",
  page: (path) => `Seite ${path}`,
  reading: "Der Bericht wird gelesen …",
  range: "Zeitraum",
  ranges: {
    "7daysAgo..yesterday": "7 Tage bis gestern",
    "28daysAgo..yesterday": "28 Tage bis gestern",
    "90daysAgo..yesterday": "90 Tage bis gestern",
    "365daysAgo..yesterday": "Ein Jahr bis gestern"
  },
  scope: "Zahlen für",
  by: "Nach",
  dimensions: {
    date: "Tag",
    pagePath: "Seite",
    landingPage: "Einstiegsseite",
    sessionDefaultChannelGroup: "Kanal",
    sessionSource: "Quelle",
    country: "Land",
    deviceCategory: "Gerät"
  },
  metrics: {
    activeUsers: "Nutzer",
    sessions: "Sitzungen",
    screenPageViews: "Aufrufe",
    keyEvents: "Schlüsselereignisse"
  },
  usersPerDay: "Nutzer je Tag",
  before: "der Zeitraum davor",
  now: "dieser Zeitraum",
  chart: (from, to) =>
    `Nutzer je Tag vom ${from} bis ${to}, neben dem Zeitraum davor. Die Tabelle nach Tagen enthält die Zahlen.`,
  rows: (visible, all) =>
    visible < all
      ? `${number(visible)} von ${number(all)} Zeilen`
      : plural(all, { one: "1 Zeile", other: `${number(all)} Zeilen` }),
  none: "Keine Zeilen in diesem Zeitraum.",
  file: "Als CSV speichern"
}
