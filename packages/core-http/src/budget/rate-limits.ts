/** Reads a provider's rate limits and requested waits from its response headers. */

/** A provider's limit on requests in a time window, as its headers last reported it. */
export interface RateLimit {
  /** Requests per window, if the provider says. */
  readonly limit?: number
  /** Requests left in the window. */
  readonly remaining: number
  /** Unix time in milliseconds, by this machine's clock, at which the window ends. */
  readonly resetsAtMillis: number
}

type Headers = Readonly<Record<string, string>>

/** Up to 300 digits, because a number with more of them may be infinite. */
const number = (value: string | undefined): number | undefined =>
  value !== undefined && /^\s*\d{1,300}(\.\d+)?\s*$/.test(value) ? Number(value) : undefined

/**
 * Resets are given in seconds from now, or as a Unix time in seconds or milliseconds. Their ranges do not overlap. A
 * larger number, such as a time in microseconds, is not understood.
 */
const EPOCH_SECONDS = 1_000_000_000
const EPOCH_MILLIS = 1_000_000_000_000
const EPOCH_MICROS = 1_000_000_000_000_000

/** A smaller difference is the time that the answer took, not a wrong clock. */
export const SAME_CLOCK_MILLIS = 10_000

/** How far this machine's clock is ahead of the provider's, according to the answer's `date`. */
const aheadMillis = (date: string | undefined, nowMillis: number): number => {
  const ahead = date === undefined ? 0 : nowMillis - Date.parse(date)
  return Math.abs(ahead) > SAME_CLOCK_MILLIS ? ahead : 0
}

/**
 * The longest wait that is believed; after it, the provider is asked again. A wrong figure must not stop an account for
 * good.
 */
export const LONGEST_HOLD_MILLIS = 3_600_000

/**
 * A limit, with the end of its window as the provider stated it. That value does not depend on how long the answer
 * took.
 */
export interface ReportedLimit {
  readonly limit: RateLimit
  readonly endsAtMillis: number
}

/**
 * Reads `x-ratelimit-*` or `ratelimit-*` headers. If the reset is a point in time, the answer's `date` corrects for a
 * different clock.
 */
export const readReported = (headers: Headers, nowMillis: number): ReportedLimit | undefined => {
  const read = (name: string) => number(headers[`x-ratelimit-${name}`] ?? headers[`ratelimit-${name}`])
  const remaining = read("remaining")
  const reset = read("reset")
  if (remaining === undefined || reset === undefined || reset >= EPOCH_MICROS) return undefined
  const limit = read("limit")
  const isMoment = reset >= EPOCH_SECONDS
  const endsAtMillis = isMoment ? (reset >= EPOCH_MILLIS ? reset : reset * 1000) : nowMillis + reset * 1000
  const resetsAtMillis = Math.min(
    endsAtMillis + (isMoment ? aheadMillis(headers["date"], nowMillis) : 0),
    nowMillis + LONGEST_HOLD_MILLIS
  )
  return { limit: { ...(limit !== undefined && { limit }), remaining, resetsAtMillis }, endsAtMillis }
}

/** As `readReported`, but returns only the limit. */
export const readRateLimit = (headers: Headers, nowMillis: number): RateLimit | undefined =>
  readReported(headers, nowMillis)?.limit

const HTTP_DATE = /^[A-Z][a-z]{2,8}, .+ GMT$/

/**
 * Longer waits are cut to a day: a higher figure is a mistake or a wrong clock, and after a day the provider may be
 * asked again anyway.
 */
const LONGEST_SECONDS = 86_400

/**
 * Returns the seconds to wait according to the `retry-after` header, which is a number of seconds or an HTTP date. If it
 * is a date, the answer's `date` corrects for a different clock. A day at most.
 */
export const readRetryAfter = (headers: Headers, nowMillis: number): number | undefined => {
  const value = headers["retry-after"]
  const at = value !== undefined && HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN
  const waitMillis = at - nowMillis + aheadMillis(headers["date"], nowMillis)
  const seconds = number(value) ?? Math.max(0, Math.ceil(waitMillis / 1000))
  return Number.isNaN(seconds) ? undefined : Math.min(seconds, LONGEST_SECONDS)
}

/**
 * Two answers are about the same window if its ends differ by less than this, because resets in seconds from now are
 * rounded.
 */
export const SAME_WINDOW_MILLIS = 2000

/** The name of the window that rate-limit headers describe. */
export const HEADER_WINDOW = "requests"
