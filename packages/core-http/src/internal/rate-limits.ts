/**
 * A provider's limits as its headers tell them, one for each of its resources. What is under way is counted on top of what
 * was told, so that calls at once do not pass a limit together.
 */

/** A provider's limit on requests in a window of time, as its headers last told it. */
export interface RateLimit {
  /** Requests a window, where told. */
  readonly limit?: number
  /** Requests left in the window. */
  readonly remaining: number
  /** Unix time in milliseconds at which the window ends, by this machine's clock. */
  readonly resetsAtMillis: number
}

type Headers = Readonly<Record<string, string>>

const number = (value: string | undefined): number | undefined =>
  value !== undefined && /^\s*\d{1,15}(\.\d+)?\s*$/.test(value) ? Number(value) : undefined

/** Resets are told in seconds from now, or as a Unix time in seconds or milliseconds; their ranges do not meet. */
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
interface Told {
  readonly limit: RateLimit
  readonly endsAtMillis: number
}

const readTold = (headers: Headers, nowMillis: number): Told | undefined => {
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

/** Reads `x-ratelimit-*` or `ratelimit-*` headers; a moment told by another clock is corrected by the answer's `date`. */
export const readRateLimit = (headers: Headers, nowMillis: number): RateLimit | undefined =>
  readTold(headers, nowMillis)?.limit

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

/** Two answers tell of the same window if its end differs by less: a reset in seconds from now is rounded. */
const SAME_WINDOW_MILLIS = 2000

/** One resource: what was told of it, and what we do with it. */
export interface Limited {
  told: Told | undefined
  /** Requests that are not counted in what was told yet, or not surely. */
  underWay: number
  /** Nothing is sent before; Unix time in milliseconds. */
  heldUntilMillis: number
  /** What the answer that it is held for asked for. */
  askedSeconds: number
}

/** Why a request has to wait, as a clause. */
export const sourceOfWait = ({ heldUntilMillis, askedSeconds }: Hold, now: number): string => {
  if (heldUntilMillis <= now) return "the rate-limit headers of an earlier answer say that no request is left"
  const most = askedSeconds * 1000 > LONGEST_HOLD_MILLIS ? `, of which ${LONGEST_HOLD_MILLIS / 1000} s are waited` : ""
  return `an earlier answer asked for a wait of ${Math.ceil(askedSeconds)} s${most}`
}

type Hold = Pick<Limited, "heldUntilMillis" | "askedSeconds">

/** Lets nothing go for so long, but never longer than the longest hold. */
export const holdFor = (held: Hold, seconds: number, now: number): void => {
  const until = now + Math.min(seconds * 1000, LONGEST_HOLD_MILLIS)
  if (!(until > held.heldUntilMillis)) return
  held.heldUntilMillis = until
  held.askedSeconds = seconds
}

export const unlimited = (): Limited => ({ told: undefined, underWay: 0, heldUntilMillis: 0, askedSeconds: 0 })

const forgetEnded = (limited: Limited, now: number) => {
  if (limited.told !== undefined && limited.told.limit.resetsAtMillis <= now) limited.told = undefined
}

/** Milliseconds until the next request of it may go; 0 when it may go now. */
export const waitMillis = (limited: Limited, now: number): number => {
  if (limited.heldUntilMillis > now) return limited.heldUntilMillis - now
  forgetEnded(limited, now)
  const limit = limited.told?.limit
  if (limit === undefined || limit.remaining > limited.underWay) return 0
  // What is under way may already be counted in `remaining`; its answers will tell in a moment.
  return limit.remaining > 0 ? 1000 : limit.resetsAtMillis - now
}

/** Answers may arrive out of order: an older window's is ignored, and within one the lower figure is the newer. */
export const learn = (limited: Limited, headers: Headers, now: number): void => {
  const seen = readTold(headers, now)
  forgetEnded(limited, now)
  if (seen === undefined || seen.limit.resetsAtMillis <= now) return
  const { told } = limited
  const shift = told === undefined ? Number.POSITIVE_INFINITY : seen.endsAtMillis - told.endsAtMillis
  if (shift <= -SAME_WINDOW_MILLIS) return
  const remaining =
    told !== undefined && shift < SAME_WINDOW_MILLIS
      ? Math.min(told.limit.remaining, seen.limit.remaining)
      : seen.limit.remaining
  limited.told = { ...seen, limit: { ...seen.limit, remaining } }
}
