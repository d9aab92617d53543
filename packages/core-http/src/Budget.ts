/**
 * What an account may still send: concurrent requests, and the rate limit as the provider's own headers tell it. An
 * exhausted limit fails as `RateLimited` before anything is sent; the retry policy decides whether to wait.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

export interface RateLimit {
  /** Requests a window, where told. */
  readonly limit?: number
  /** Requests left in the window. */
  readonly remaining: number
  /** Unix time in milliseconds at which the window ends. */
  readonly resetsAtMillis: number
}

export interface Budget {
  /** Runs when a place is free. */
  readonly withPlace: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Seconds until the next request may be sent; 0 when it may be sent now. Counts the request that is about to go. */
  readonly take: Effect.Effect<number>
  /** Learns from an answer's headers. */
  readonly observe: (headers: Readonly<Record<string, string>>) => Effect.Effect<void>
  /** The last rate limit seen. */
  readonly current: () => RateLimit | undefined
}

const number = (value: string | undefined): number | undefined => {
  const parsed = value === undefined || value.trim() === "" ? Number.NaN : Number(value)
  return Number.isFinite(parsed) && parsed >= 0 ? parsed : undefined
}

/** Resets are told in seconds from now or as a Unix time in seconds; nothing in between makes sense. */
const EPOCH_SECONDS = 1_000_000_000

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
    resetsAtMillis: reset > EPOCH_SECONDS ? reset * 1000 : nowMillis + reset * 1000
  }
}

/** Seconds to wait by a Retry-After header: a number of seconds or an HTTP date. */
export const readRetryAfter = (value: string | undefined, nowMillis: number): number | undefined => {
  const seconds = number(value)
  if (seconds !== undefined) return seconds
  const at = value === undefined ? Number.NaN : Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMillis) / 1000))
}

export const make = (options: { readonly concurrency: number }): Budget => {
  const places = Semaphore.makeUnsafe(options.concurrency)
  let known: RateLimit | undefined
  return {
    withPlace: places.withPermit,
    take: Effect.map(Clock.currentTimeMillis, (now) => {
      if (known === undefined) return 0
      if (known.resetsAtMillis <= now) known = undefined
      else if (known.remaining <= 0) return Math.ceil((known.resetsAtMillis - now) / 1000)
      else known = { ...known, remaining: known.remaining - 1 }
      return 0
    }),
    observe: (headers) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const seen = readRateLimit(headers, now)
        if (seen === undefined) return
        // Answers may arrive out of order: within a window, the lower figure is the newer one.
        const same = known !== undefined && Math.abs(known.resetsAtMillis - seen.resetsAtMillis) < 2000
        known = same && known !== undefined ? { ...seen, remaining: Math.min(known.remaining, seen.remaining) } : seen
      }),
    current: () => known
  }
}
