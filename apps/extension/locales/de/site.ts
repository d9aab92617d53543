import type * as en from "../en/site.ts"
import { day, percent, weekday } from "./figures.ts"
import { list, number, plural } from "./plural.ts"

export const site: typeof en.site = {
  looking: "Es wird nachgesehen, wessen Website das ist",
  reading: "Die Besucherzahlen werden gelesen",
  property: (name) => `Property „${name}“`,
  zone: (city) => `Zeit von ${city}`,
  scope: "Zahlen für",
  scopes: { page: "Diese Seite", site: "Ganze Website" },
  period: "28 Tage bis gestern",
  count: number,
  day,
  users: () => "Nutzer",
  change: (change) => {
    if (change === null) return "neu"
    return Math.round(change * 100) === 0 ? "unverändert" : `${change > 0 ? "▲" : "▼"} ${percent(Math.abs(change))}`
  },
  changeWords: (change, days) => {
    if (change === null) return `keine in den ${days} Tagen davor`
    if (Math.round(change * 100) === 0) return `so viele wie in den ${days} Tagen davor`
    return `${percent(Math.abs(change))} ${change > 0 ? "mehr" : "weniger"} als in den ${days} Tagen davor`
  },
  onBefore: "gegenüber den 28 Tagen davor",
  sessions: "Sitzungen",
  keyEvents: "Schlüsselereignisse",
  rightNow: "Jetzt gerade",
  live: "aktiv in den letzten 30 Minuten",
  livePage: (count) => `${number(count)} auf dieser Seite`,
  unknown: "–",
  sources: "Woher sie kommen",
  noSources: "Keine Sitzungen in diesen 28 Tagen.",
  share: percent,
  chart: (least, most, from, to) =>
    `Nutzer je Tag vom ${day(from)} bis ${day(to)}: zwischen ${number(least)} und ${number(most)}`,
  bar: (date, users, isFinal) => `${weekday(date)}: ${number(users)} Nutzer${isFinal ? "" : ", vorläufig"}`,
  table: "Als Tabelle",
  columns: { day: "Tag", users: "Nutzer" },
  notFinal: "vorläufig",

  unsettled: (days) => plural(days, { one: "Letzter Tag vorläufig", other: `Letzte ${number(days)} Tage vorläufig` }),
  sampled: (share) => `aus ${percent(share)} der Ereignisse hochgerechnet`,
  notSampled: "ohne Stichprobe",
  thresholded: "sehr kleine Nutzerzahlen fehlen",
  otherRow: "seltene Werte zusammengefasst, die Filter nicht finden",
  truncated: "unvollständig",
  blocked: (metrics) => `Das Konto darf ${list(metrics)} nicht sehen: Die Nullen dort bedeuten nichts.`,
  tokens: (remaining) =>
    plural(remaining, { one: "heute noch 1 Token übrig", other: `heute noch ${number(remaining)} Token übrig` }),

  copy: "Kopieren",
  copied: "Kopiert",
  copiedSaid: "Die Zahlen sind als Text kopiert",
  copyFailed: "Der Browser hat das Kopieren nicht erlaubt",
  report: "Bericht",

  choose: "Mehrere Properties erfassen diese Website. Wessen Zahlen?",
  chosen: "Property",
  gone: (name) => `Die Property ${name} gibt es nicht mehr, oder das Konto darf sie nicht sehen.`,
  startHub: "Starten Sie ihn mit „inlay serve“.",
  quotaUsedUp: "Das Kontingent der Property ist aufgebraucht",
  resets: (when) => `Es ist ab ${when} wieder voll.`,
  outdated: (when) => `Diese Zahlen sind vom ${when}.`,

  traffic: "Besucherzahlen",
  yours: "Ihre Property",
  in28Days: (users) => `${number(users)} Nutzer in 28 Tagen`,
  onSiteNow: (count) => `${number(count)} jetzt auf der Website`,
  open: "Alle Zahlen zeigen",
  close: "Weniger Zahlen zeigen"
}

export const channels: typeof en.channels = {
  "Organic Search": "Unbezahlte Suche",
  "Paid Search": "Bezahlte Suche",
  "Organic Social": "Soziale Netzwerke",
  "Paid Social": "Bezahlt in sozialen Netzwerken",
  "Organic Video": "Videoplattformen",
  "Paid Video": "Bezahlt auf Videoplattformen",
  "Organic Shopping": "Einkaufsportale",
  "Paid Shopping": "Bezahlt auf Einkaufsportalen",
  "Paid Other": "Sonstige Werbung",
  "Cross-network": "Werbung über mehrere Netzwerke",
  "Mobile Push Notifications": "Push-Mitteilungen",
  Direct: "Direktaufruf",
  Referral: "Verweis",
  Display: "Bannerwerbung",
  Email: "E-Mails",
  Affiliates: "Partnerprogramme",
  Audio: "Audiowerbung",
  SMS: "Kurznachrichten",
  Unassigned: "Nicht zugeordnet"
}
