// A rate limit with a fixed window of one minute per key.

export interface RateVerdict {
  readonly allowed: boolean
  /** Requests per minute. */
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimit {
  readonly take: (key: string) => RateVerdict
  readonly setPerMinute: (requests: number) => void
  readonly reset: () => void
}

export const defaultRatePerMinute = 600

const windowMillis = 60_000

export const makeRateLimit = (startingPerMinute: number, now: () => number = () => performance.now()): RateLimit => {
  let perMinute = startingPerMinute
  const windows = new Map<string, { readonly startedAt: number; used: number }>()
  return {
    take: (key) => {
      const at = now()
      const current = windows.get(key)
      const window =
        current !== undefined && at - current.startedAt < windowMillis ? current : { startedAt: at, used: 0 }
      windows.set(key, window)
      const allowed = window.used < perMinute
      if (allowed) window.used += 1
      return {
        allowed,
        limit: perMinute,
        remaining: Math.max(0, perMinute - window.used),
        resetSeconds: Math.max(1, Math.ceil((window.startedAt + windowMillis - at) / 1000))
      }
    },
    setPerMinute: (requests) => {
      perMinute = requests
      windows.clear()
    },
    reset: () => {
      perMinute = startingPerMinute
      windows.clear()
    }
  }
}
