// Secondary rate limits on concurrent requests and on the rate of writes. They are off until the control API turns them
// on, so that they do not slow down tests.
// Source: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits

import { Refusal } from "./errors.ts"

export interface SecondarySettings {
  /** Concurrent requests. The service allows 100. Null means no limit. */
  concurrent: number | null
  /** Requests per minute that create content. The service allows 80. */
  writesPerMinute: number | null
  /** Points per minute: one for a read, five for a write. The service allows 900. */
  pointsPerMinute: number | null
  /** The value of `retry-after`. Null omits the header. */
  retryAfterSeconds: number | null
}

const noSecondaryLimits: SecondarySettings = {
  concurrent: null,
  writesPerMinute: null,
  pointsPerMinute: null,
  retryAfterSeconds: 60
}

export interface SecondaryLimits {
  readonly settings: SecondarySettings
  readonly allows: (label: string, isWrite: boolean, underWay: number) => boolean
  readonly reset: () => void
}

const minute = 60_000

export const makeSecondaryLimits = (now: () => number): SecondaryLimits => {
  const settings = { ...noSecondaryLimits }
  const windows = new Map<string, { startedAt: number; writes: number; points: number }>()
  const within = (used: number, limit: number | null): boolean => limit === null || used <= limit
  return {
    settings,
    allows: (label, isWrite, underWay) => {
      if (!within(underWay, settings.concurrent)) return false
      const at = now()
      const current = windows.get(label)
      const window =
        current !== undefined && at - current.startedAt < minute ? current : { startedAt: at, writes: 0, points: 0 }
      windows.set(label, window)
      window.writes += isWrite ? 1 : 0
      window.points += isWrite ? 5 : 1
      const mayWrite = !isWrite || within(window.writes, settings.writesPerMinute)
      return mayWrite && within(window.points, settings.pointsPerMinute)
    },
    reset: () => {
      Object.assign(settings, noSecondaryLimits)
      windows.clear()
    }
  }
}

/** If `retryAfterSeconds` is null, the response has no `retry-after` header. */
export const secondaryLimitExceeded = (requestId: string, retryAfterSeconds: number | null, status = 403): Refusal =>
  new Refusal(
    status,
    `You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID ${requestId}.`,
    {
      documentation:
        "https://docs.github.com/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits",
      ...(retryAfterSeconds === null ? {} : { headers: { "retry-after": String(retryAfterSeconds) } })
    }
  )
