// Calendar arithmetic. A day is the number of days since 1970-01-01. The current day depends on the time zone.

const dayMillis = 86_400_000
const minuteMillis = 60_000

/** Parses `YYYY-MM-DD`. Returns undefined if the text is not a valid date in this format. */
export const dayOfText = (text: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const millis = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(millis) || new Date(millis).toISOString().slice(0, 10) !== text) return undefined
  return millis / dayMillis
}

/** Formats a day as `YYYY-MM-DD`. */
export const textOfDay = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10)

/** Formats a day as `YYYYMMDD`, as reports do. */
export const compactDay = (day: number): string => textOfDay(day).replaceAll("-", "")

/** Day of the week. 0 is Sunday. */
export const weekdayOf = (day: number): number => (day + 4) % 7

export const yearOf = (day: number): number => new Date(day * dayMillis).getUTCFullYear()
/** Month, 1 to 12. */
export const monthOf = (day: number): number => new Date(day * dayMillis).getUTCMonth() + 1
export const dayOfMonth = (day: number): number => new Date(day * dayMillis).getUTCDate()

/** Week of the year. Weeks begin on Sunday, and the first week begins on 1 January. */
export const weekOf = (day: number): number => {
  const first = Date.UTC(yearOf(day), 0, 1) / dayMillis
  return Math.floor((day - first + weekdayOf(first)) / 7) + 1
}

export interface LocalTime {
  readonly day: number
  /** Minute of the day, 0 to 1439. */
  readonly minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const cachedFormat = formats.get(timeZone)
  if (cachedFormat !== undefined) return cachedFormat
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23"
  })
  formats.set(timeZone, format)
  return format
}

/** The local day and minute in an IANA time zone. */
export const localTime = (millis: number, timeZone: string): LocalTime => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(millis)
      .map(({ type, value }) => [type, value])
  )
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "00"
  return {
    day: dayOfText(`${part("year")}-${part("month")}-${part("day")}`) ?? 0,
    minute: Number(part("hour")) * 60 + Number(part("minute"))
  }
}

export const epochMinute = (millis: number): number => Math.floor(millis / minuteMillis)

export const isTimeZone = (timeZone: string): boolean => {
  try {
    return formatOf(timeZone).resolvedOptions().timeZone !== "" && /^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(timeZone)
  } catch {
    return false
  }
}
