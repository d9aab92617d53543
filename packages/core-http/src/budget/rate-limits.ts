/**
 * A provider's limits as its headers report them, and the waits that they ask for.
 */

/** A provider's limit on requests in a window of time, as its headers last reported it. */
export interface RateLimit {
  /** Requests a window, where the provider says. */
  readonly limit?: number
  /** Requests left in the window. */
  readonly remaining: number
  /** Unix time in milliseconds at which the window ends, by this machine's clock. */
  readonly resetsAtMillis: number
}

type Headers = Readonly<Record<string, string>>

const number = (value: string | undefined): number | undefined =>
  value !== undefined && /^\s*\d{1,15}(\.\d+)?\s*$/.test(value) ? Number(value) : undefined

/** Resets are given in seconds from now, or as a Unix time in seconds or milliseconds; their ranges do not meet. */
const EPOCH_SECONDS = 1_000_000_000
const EPOCH_MILLIS = 1_000_000_000_000

/** Less than this is the time that an answer takes, not another clock. */
const SAME_CLOCK_MILLIS = 10_000

/** How far this machine's clock is ahead of the provider's, by the answer's `date`. */
const aheadMillis = (date: string | undefined, nowMillis: number): number => {
  const ahead = date === undefined ? 0 : nowMillis - Date.parse(date)
  return Math.abs(ahead) > SAME_CLOCK_MILLIS ? ahead : 0
}

/** No window is longer than this: whoever says so is asked again by then. A wrong figure must not stop an account for good. */
export const LONGEST_HOLD_MILLIS = 3_600_000

/** A limit, and its window's end as the provider says it: that stays the same, however long an answer took. */
export interface ReportedLimit {
  readonly limit: RateLimit
  readonly endsAtMillis: number
}

/** Reads `x-ratelimit-*` or `ratelimit-*` headers; a moment by another clock is corrected by the answer's `date`. */
export const readReported = (headers: Headers, nowMillis: number): ReportedLimit | undefined => {
  const read = (name: string) => number(headers[`x-ratelimit-${name}`] ?? headers[`ratelimit-${name}`])
  const remaining = read("remaining")
  const reset = read("reset")
  if (remaining === undefined || reset === undefined) return undefined
  const limit = read("limit")
  const isMoment = reset >= EPOCH_SECONDS
  const endsAtMillis = isMoment ? (reset >= EPOCH_MILLIS ? reset : reset * 1000) : nowMillis + reset * 1000
  const resetsAtMillis = Math.min(
    endsAtMillis + (isMoment ? aheadMillis(headers["date"], nowMillis) : 0),
    nowMillis + LONGEST_HOLD_MILLIS
  )
  return { limit: { ...(limit !== undefined && { limit }), remaining, resetsAtMillis }, endsAtMillis }
}

/** The limit alone. */
export const readRateLimit = (headers: Headers, nowMillis: number): RateLimit | undefined =>
  readReported(headers, nowMillis)?.limit

const HTTP_DATE = /^[A-Z][a-z]{2,8}, .+ GMT$/

/** Longer waits are read as a day: a figure past it is a mistake or a wrong clock, and by then one may ask again anyway. */
const LONGEST_SECONDS = 86_400

/** Seconds to wait by a Retry-After header: a number of seconds or an HTTP date. A day at most. */
export const readRetryAfter = (value: string | undefined, nowMillis: number): number | undefined => {
  const isWhole = value !== undefined && /^\s*\d+\s*$/.test(value)
  const seconds = isWhole ? Number(value) : number(value)
  if (seconds !== undefined) return Math.min(seconds, LONGEST_SECONDS)
  const at = value !== undefined && HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.min(LONGEST_SECONDS, Math.max(0, Math.ceil((at - nowMillis) / 1000)))
}

/** Two answers are about the same window if its end differs by less: a reset in seconds from now is rounded. */
export const SAME_WINDOW_MILLIS = 2000

/** The name of the window that rate-limit headers are about. */
export const HEADER_WINDOW = "requests"
