/**
 * What an account may still send: concurrent requests, and the rate limit as the provider's own headers tell it. An
 * exhausted limit fails as `RateLimited` before anything is sent; the retry policy decides whether to wait.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** A provider's limit on requests in a window of time, as its headers last told it. */
export interface RateLimit {
  /** Requests a window, where told. */
  readonly limit?: number
  /** Requests left in the window. */
  readonly remaining: number
  /** Unix time in milliseconds at which the window ends. */
  readonly resetsAtMillis: number
}

/** One account's budget of requests; its client asks it before every request and tells it of every answer. */
export interface Budget {
  /** Runs when a place is free. */
  readonly withPlace: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /**
   * Seconds until the next request may be sent; 0 when it may be sent now. Asked inside a place, it counts the request
   * that is about to go until that place is left.
   */
  readonly take: Effect.Effect<number>
  /** Learns from an answer's headers. */
  readonly observe: (headers: Readonly<Record<string, string>>) => Effect.Effect<void>
  /** The last rate limit seen. */
  readonly current: () => RateLimit | undefined
}

const number = (value: string | undefined): number | undefined =>
  value !== undefined && /^\s*\d{1,15}(\.\d+)?\s*$/.test(value) ? Number(value) : undefined

/** Resets are told in seconds from now, or as a Unix time in seconds or milliseconds; their ranges do not meet. */
const EPOCH_SECONDS = 1_000_000_000
const EPOCH_MILLIS = 1_000_000_000_000

const resetAt = (reset: number, nowMillis: number): number => {
  if (reset >= EPOCH_MILLIS) return reset
  return reset >= EPOCH_SECONDS ? reset * 1000 : nowMillis + reset * 1000
}

/** Reads `x-ratelimit-*` or `ratelimit-*` headers. */
export const readRateLimit = (headers: Readonly<Record<string, string>>, nowMillis: number): RateLimit | undefined => {
  const read = (name: string) => number(headers[`x-ratelimit-${name}`] ?? headers[`ratelimit-${name}`])
  const remaining = read("remaining")
  const reset = read("reset")
  if (remaining === undefined || reset === undefined) return undefined
  const limit = read("limit")
  return {
    ...(limit !== undefined && { limit }),
    remaining,
    resetsAtMillis: resetAt(reset, nowMillis)
  }
}

const HTTP_DATE = /^[A-Z][a-z]{2,8}, .+ GMT$/

/** Longer waits are read as this one, as RFC 9111, section 1.2.2, has it. */
const LONGEST_SECONDS = 2 ** 31

/** Seconds to wait by a Retry-After header: a number of seconds or an HTTP date. */
export const readRetryAfter = (value: string | undefined, nowMillis: number): number | undefined => {
  const isWhole = value !== undefined && /^\s*\d+\s*$/.test(value)
  const seconds = isWhole ? Math.min(Number(value), LONGEST_SECONDS) : number(value)
  if (seconds !== undefined) return seconds
  const at = value !== undefined && HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMillis) / 1000))
}

/** Two answers tell of the same window if its end differs by less: a reset in seconds from now is rounded. */
const SAME_WINDOW_MILLIS = 2000

/** One request's stay in a place: whether `take` counted it. */
const Place = Context.Reference<{ counted: boolean } | undefined>("@inlay/core-http/Budget/Place", {
  defaultValue: () => undefined
})

/** A budget of so many requests under way at once; the rate limit is learnt from answers. */
export const make = (options: { readonly concurrency: number }): Budget => {
  const places = Semaphore.makeUnsafe(options.concurrency)
  /** As the answers tell it: requests that are under way are not counted in it yet, or not surely. */
  let known: RateLimit | undefined
  let underWay = 0
  const forgetEnded = (now: number) => {
    if (known !== undefined && known.resetsAtMillis <= now) known = undefined
  }
  return {
    withPlace: (effect) =>
      places.withPermit(
        Effect.suspend(() => {
          const place = { counted: false }
          return Effect.ensuring(
            Effect.provideService(effect, Place, place),
            Effect.sync(() => {
              if (place.counted) underWay -= 1
            })
          )
        })
      ),
    take: Effect.withFiberSucceed((fiber) => {
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      const place = fiber.getRef(Place)
      forgetEnded(now)
      if (known !== undefined && known.remaining <= underWay) {
        // What is under way may already be counted in `remaining`; its answers will tell in a moment.
        return known.remaining > 0 ? 1 : Math.ceil((known.resetsAtMillis - now) / 1000)
      }
      if (place !== undefined) {
        place.counted = true
        underWay += 1
      }
      return 0
    }),
    observe: (headers) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const seen = readRateLimit(headers, now)
        forgetEnded(now)
        if (seen === undefined || seen.resetsAtMillis <= now) return
        const shift = known === undefined ? Number.POSITIVE_INFINITY : seen.resetsAtMillis - known.resetsAtMillis
        // Answers may arrive out of order: an older window's is ignored, and within one the lower figure is the newer.
        if (shift <= -SAME_WINDOW_MILLIS) return
        const same = shift < SAME_WINDOW_MILLIS
        known = same && known !== undefined ? { ...seen, remaining: Math.min(known.remaining, seen.remaining) } : seen
      }),
    current: () => known
  }
}
