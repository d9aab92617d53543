// The same events in an SQLite table, one row each, with which reports are compared.

import { DatabaseSync } from "node:sqlite"

import { compactDay, dayOfText } from "../events/calendar.ts"
import { sessionNumber } from "../events/columns.ts"
import { findSite } from "../events/sites.ts"
import { daysBetween } from "../events/table.ts"
import { channels, devices, eventNames, items, places } from "../events/vocabulary.ts"

const columns = `date TEXT, minute INTEGER, name TEXT, page TEXT, seconds INTEGER, cents INTEGER, item TEXT,
  session INTEGER, user INTEGER, engaged INTEGER, isNew INTEGER, sessionSeconds INTEGER,
  country TEXT, city TEXT, source TEXT, medium TEXT, device TEXT, landing TEXT`

/** The events between two dates in the form `YYYY-MM-DD`. */
export const eventsInSql = (propertyId: string, first: string, last: string, timeZone: string): DatabaseSync => {
  const database = new DatabaseSync(":memory:")
  database.exec(`CREATE TABLE events (${columns})`)
  const insert = database.prepare(`INSERT INTO events VALUES (${Array.from({ length: 18 }, () => "?").join(", ")})`)
  const pages = findSite(propertyId)?.pages ?? []
  const now = { millis: Date.parse("2027-01-01T00:00:00Z"), timeZone }
  database.exec("BEGIN")
  for (const day of daysBetween(propertyId, dayOfText(first) ?? 0, dayOfText(last) ?? 0, now)) {
    const { events, sessions } = day
    for (let row = 0; row < events.count; row += 1) {
      const session = events.session[row] ?? 0
      const place = places[sessions.place[session] ?? 0]
      const channel = channels[sessions.channel[session] ?? 0]
      insert.run(
        compactDay(day.number),
        events.minute[row] ?? 0,
        eventNames[events.name[row] ?? 0] ?? "",
        pages[events.page[row] ?? 0]?.path ?? "",
        events.seconds[row] ?? 0,
        events.revenueCents[row] ?? 0,
        items[events.item[row] ?? 0]?.name ?? "",
        sessionNumber(day, session),
        sessions.user[session] ?? 0,
        sessions.isEngaged[session] ?? 0,
        sessions.isNew[session] ?? 0,
        sessions.seconds[session] ?? 0,
        place?.country ?? "",
        place?.city ?? "",
        channel?.source ?? "",
        channel?.medium ?? "",
        devices[sessions.device[session] ?? 0]?.category ?? "",
        pages[sessions.landing[session] ?? 0]?.path ?? ""
      )
    }
  }
  database.exec("COMMIT")
  return database
}

/** Each dimension as an SQL expression. */
export const dimensionsInSql: Readonly<Record<string, string>> = {
  date: "date",
  dateHour: "date || printf('%02d', minute / 60)",
  hour: "printf('%02d', minute / 60)",
  month: "substr(date, 5, 2)",
  dayOfWeek: "strftime('%w', substr(date, 1, 4) || '-' || substr(date, 5, 2) || '-' || substr(date, 7))",
  country: "country",
  city: "city",
  sessionSource: "source",
  sessionMedium: "medium",
  sessionSourceMedium: "source || ' / ' || medium",
  deviceCategory: "device",
  eventName: "name",
  pagePath: "page",
  landingPage: "landing",
  newVsReturning: "iif(isNew = 1, 'new', 'returning')"
}

const distinct = (what: string, when = "1"): string => `COUNT(DISTINCT iif(${when}, ${what}, NULL))`
const count = (name: string): string => `SUM(name = '${name}')`
const share = (part: string, whole: string): string => `COALESCE(1.0 * ${part} / NULLIF(${whole}, 0), 0)`
const sessions = distinct("session")
const activeUsers = distinct("user", "engaged = 1 OR isNew = 1")
/** Counts the seconds of each session once, regardless of its number of events. */
const sessionSeconds = "(SUM(DISTINCT session * 1000000 + sessionSeconds) - SUM(DISTINCT session * 1000000))"

/** Each metric as an SQL expression, with the key events of the seeded shop. */
export const metricsInSql: Readonly<Record<string, string>> = {
  sessions,
  engagedSessions: distinct("session", "engaged = 1"),
  engagementRate: share(distinct("session", "engaged = 1"), sessions),
  averageSessionDuration: share(sessionSeconds, sessions),
  activeUsers,
  totalUsers: distinct("user"),
  newUsers: count("first_visit"),
  screenPageViews: count("page_view"),
  eventCount: "COUNT(*)",
  eventCountPerUser: share("COUNT(*)", activeUsers),
  keyEvents: `${count("purchase")} + ${count("sign_up")} + ${distinct("session", "name = 'generate_lead'")}`,
  "keyEvents:generate_lead": distinct("session", "name = 'generate_lead'"),
  userEngagementDuration: "SUM(seconds)",
  totalRevenue: "SUM(cents) / 100.0",
  ecommercePurchases: count("purchase"),
  addToCarts: count("add_to_cart")
}
