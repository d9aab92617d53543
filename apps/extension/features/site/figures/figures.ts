/** Traffic of a page or a site: the inputs of its reports, and the figures read from their output. Pure. */
import {
  hasFields,
  isBoolean,
  isCount,
  isList,
  isMaybe,
  isNumberIn,
  isOneOf,
  isOptional,
  isPresent,
  isRecord,
  isText,
  type Guarded,
  type Is
} from "../../../messaging/shape.ts"

export type Scope = "page" | "site"

/** A figure of the 28 days to yesterday, and of the 28 days before. */
export interface Compared {
  readonly now: number
  readonly before: number
}

export interface Day {
  /** ISO 8601, in the property's time zone. */
  readonly date: string
  readonly users: number
  /** Whether the day's figure is final. */
  readonly isFinal: boolean
}

interface Source {
  /** One of the service's default channels, in its words. */
  readonly channel: string
  /** Of all sessions, from 0 to 1. */
  readonly share: number
}

/** Limits of the figures' accuracy. */
export interface Quality {
  /** The share of the events that was read, from 0 to 1. */
  readonly sampled?: number
  readonly thresholded: boolean
  readonly otherRow: boolean
  readonly truncated: boolean
  /** How many days at the end are not final. */
  readonly unsettledDays: number
  /** Metrics that the account may not see, whose zeros mean nothing. */
  readonly blocked: ReadonlyArray<string>
}

export interface Figures {
  readonly users: Compared
  readonly sessions: Compared
  readonly keyEvents: Compared
  readonly days: ReadonlyArray<Day>
  readonly sources: ReadonlyArray<Source>
  readonly quality: Quality
  /** Tokens left of the property's quota for today; `null` if the service does not say. */
  readonly tokensLeft: number | null
  /** `null` if the service does not say. */
  readonly timeZone: string | null
}

/** The fields of a report's output that are read. */
export const isReport = hasFields({
  rows: isList(isRecord(isPresent)),
  timeZone: isOptional(isText),
  ranges: isOptional(isList(hasFields({ endDate: isText }))),
  quality: hasFields({
    sampled: isOptional(isList(isNumberIn(0, 1))),
    thresholded: isOptional(isBoolean),
    otherRow: isOptional(isBoolean),
    truncated: isOptional(isList(isPresent)),
    blockedMetrics: isOptional(isList(isText)),
    unsettledFrom: isOptional(isText)
  }),
  quota: isOptional(
    hasFields({
      tokensPerDay: isMaybe(hasFields({ remaining: isMaybe(isCount) }))
    })
  )
})
export type Report = Guarded<typeof isReport>

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`

/** Returns the path as in the address and as decoded, because sites send either. */
const pathsOf = ({ pathname }: URL): ReadonlyArray<string> => {
  try {
    return [...new Set([pathname, decodeURIComponent(pathname)])]
  } catch {
    return [pathname]
  }
}

/** Returns the filter for a page's own figures. The page's query and fragment are not part of it and are never sent. */
export const filterOf = (address: string): string => {
  const page = new URL(address)
  return `pagePath in (${pathsOf(page).map(quoted).join(", ")}) and hostName == ${quoted(page.hostname)}`
}

export const titleFilter = (title: string): string => `unifiedScreenName == ${quoted(title)}`

/** Inputs of three reports: totals of both periods, users by day, sessions by channel. */
export const reportInputs = (property: string, filter: string | undefined) => {
  const common = { property, ...(filter !== undefined && { filter }) }
  return [
    { ...common, metrics: ["activeUsers", "sessions", "keyEvents"], compare: true },
    { ...common, metrics: ["activeUsers"], dimensions: ["date"], order: ["date"] },
    { ...common, metrics: ["sessions"], dimensions: ["sessionDefaultChannelGroup"], order: ["-sessions"] }
  ] as const
}

/** The days of a report that names no range, and of the period before. */
export const DAYS = 28
const DAY_MILLIS = 86_400_000

/** A report without a row counted nothing; a row without the figure is not understood. */
const numberIn = (row: Report["rows"][number] | undefined, name: string): number | undefined => {
  const value = row === undefined ? 0 : row[name]
  return isCount(value) ? value : undefined
}

/** The totals of a comparison; `undefined` if the output is not such a report. */
export const totalsOf = ({ rows }: Report, metrics: ReadonlyArray<string>): ReadonlyArray<Compared> | undefined => {
  const previous = rows.find(({ dateRange }) => dateRange === "previous")
  const current = rows.find((row) => row !== previous)
  const totals = metrics.flatMap((metric) => {
    const [now, before] = [numberIn(current, metric), numberIn(previous, metric)]
    return now === undefined || before === undefined ? [] : [{ now, before }]
  })
  return totals.length === metrics.length ? totals : undefined
}

/** The date of a moment in a time zone; in UTC if the time zone is unknown. */
const dayIn = (timeZone: string | undefined, millis: number): string => {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const
  try {
    // Canadian English writes dates as ISO 8601 does.
    return new Intl.DateTimeFormat("en-CA", { ...parts, timeZone: timeZone ?? "UTC" }).format(millis)
  } catch {
    return new Date(millis).toISOString().slice(0, 10)
  }
}

const isDay: Is<string> = (value): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/**
 * Midnight, as UTC, of the day after a report's range, which ends yesterday. The report says which day that was: this
 * computer's date may be wrong, or a new day have begun since.
 */
const todayOf = ({ ranges, timeZone }: Report, nowMillis: number): number => {
  const yesterday = ranges?.[0]?.endDate
  // Still a word if the hub did not know the property's time zone.
  return isDay(yesterday) ? Date.parse(yesterday) + DAY_MILLIS : Date.parse(dayIn(timeZone, nowMillis))
}

const dayAfter = (millis: number, days: number): string =>
  new Date(millis + days * DAY_MILLIS).toISOString().slice(0, 10)

/** Users by day of the period, and of the previous period, aligned by day. */
export interface Days {
  readonly dates: ReadonlyArray<string>
  readonly now: ReadonlyArray<number>
  readonly before: ReadonlyArray<number>
}

const isDayRows = isList(
  hasFields({ date: isDay, activeUsers: isCount, dateRange: isOptional(isOneOf(["current", "previous"])) })
)

/**
 * A day without a row had no users. Returns `undefined` if the output is not such a report.
 * @param count how many days its range has
 * @param nowMillis when it was requested, as Unix time
 */
export const daysOf = (report: Report, count: number, nowMillis: number): Days | undefined => {
  const read: unknown = report.rows
  if (!isDayRows(read)) return undefined
  const users = new Map(read.map((row) => [`${row.dateRange ?? "current"} ${row.date}`, row.activeUsers]))
  const today = todayOf(report, nowMillis)
  const dates = Array.from({ length: count }, (_, at) => dayAfter(today, at - count))
  return {
    dates,
    now: dates.map((date) => users.get(`current ${date}`) ?? 0),
    before: dates.map((date) => users.get(`previous ${dayAfter(Date.parse(date), -count)}`) ?? 0)
  }
}

/** Whether the figures of a day may still change. @param unsettledFrom the first such day */
export const isOpen = (date: string, unsettledFrom: string | undefined): boolean =>
  unsettledFrom !== undefined && date >= unsettledFrom

const sourcesOf = ({ rows }: Report): ReadonlyArray<Source> | undefined => {
  const counts = rows.map((row) => ({
    channel: row["sessionDefaultChannelGroup"],
    sessions: numberIn(row, "sessions")
  }))
  const all = counts.reduce((sum, { sessions = 0 }) => sum + sessions, 0)
  const sources = counts.flatMap(({ channel, sessions }) =>
    isText(channel) && sessions !== undefined ? [{ channel, share: all === 0 ? 0 : sessions / all }] : []
  )
  return sources.length === counts.length ? sources : undefined
}

/** The limits of all these reports together. */
export const qualityOf = (
  reports: ReadonlyArray<Report>,
  { dates }: Days,
  unsettledFrom: string | undefined
): Quality => {
  const all = reports.map(({ quality }) => quality)
  const shares = all.flatMap(({ sampled = [] }) => sampled)
  return {
    ...(shares.length > 0 && { sampled: Math.min(...shares) }),
    thresholded: all.some(({ thresholded }) => thresholded === true),
    otherRow: all.some(({ otherRow }) => otherRow === true),
    truncated: all.some(({ truncated = [] }) => truncated.length > 0),
    unsettledDays: dates.filter((date) => isOpen(date, unsettledFrom)).length,
    blocked: [...new Set(all.flatMap(({ blockedMetrics = [] }) => blockedMetrics))]
  }
}

/** What is left after these reports of the property's tokens for today; `null` if the service does not say. */
export const tokensLeftOf = (reports: ReadonlyArray<Report>): number | null => {
  const counts = reports.flatMap(({ quota }) => quota?.tokensPerDay?.remaining ?? [])
  return counts.length === 0 ? null : Math.min(...counts)
}

/** Returns `undefined` if a report has another shape. @param nowMillis when they were requested, as Unix time */
export const figuresOf = (reports: ReadonlyArray<Report>, nowMillis: number): Figures | undefined => {
  const [totals, byDay, byChannel] = reports
  if (!totals || !byDay || !byChannel) return undefined
  const { unsettledFrom } = byDay.quality
  const [users, sessions, keyEvents] = totalsOf(totals, ["activeUsers", "sessions", "keyEvents"]) ?? []
  const days = daysOf(byDay, DAYS, nowMillis)
  const sources = sourcesOf(byChannel)
  if (!users || !sessions || !keyEvents || !days || !sources) return undefined
  return {
    users,
    sessions,
    keyEvents,
    days: days.dates.map((date, at) => ({ date, users: days.now[at] ?? 0, isFinal: !isOpen(date, unsettledFrom) })),
    sources,
    quality: qualityOf(reports, days, unsettledFrom),
    tokensLeft: tokensLeftOf(reports),
    timeZone: byDay.timeZone ?? totals.timeZone ?? null
  }
}

/** Active users of a realtime report without dimensions; 0 if it has no row. */
export const liveUsers = ({ rows }: Report): number | undefined => numberIn(rows[0], "activeUsers")
