// Primary rate limits: a number of requests per time window, for each token and each resource.
// Source: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api

import { Refusal } from "./errors.ts"

const hour = 3600

/** Requests per window, and the length of the window in seconds. */
const usual = {
  core: { limit: 5000, seconds: hour },
  search: { limit: 30, seconds: 60 },
  code_search: { limit: 10, seconds: 60 },
  graphql: { limit: 5000, seconds: hour }
} as const

export type Resource = keyof typeof usual
export const resources: ReadonlyArray<Resource> = ["core", "search", "code_search", "graphql"]
export const isResource = (name: unknown): name is Resource => resources.some((resource) => resource === name)

const anonymousLimits: Readonly<Record<Resource, number>> = { core: 60, search: 10, code_search: 0, graphql: 0 }

/** Label under which calls without a token are counted. */
export const anonymous = "none"

export interface QuotaState {
  readonly limit: number
  readonly remaining: number
  readonly used: number
  /** Unix seconds. */
  readonly reset: number
}

export interface RateLimits {
  /** Takes `cost` from the remaining requests. Returns false if not enough are left. */
  readonly take: (label: string, resource: Resource, cost?: number) => boolean
  readonly giveBack: (label: string, resource: Resource) => void
  readonly standing: (label: string, resource: Resource) => QuotaState
  readonly set: (
    label: string,
    resource: Resource,
    change: { limit?: number; remaining?: number; resetInSeconds?: number }
  ) => void
  readonly labels: () => ReadonlyArray<string>
  readonly reset: () => void
}

interface Window {
  limit: number
  used: number
  resetMillis: number
}

export const makeRateLimits = (now: () => number): RateLimits => {
  const windows = new Map<string, Window>()
  const labels = new Set<string>()
  const windowOf = (label: string, resource: Resource): Window => {
    const key = `${resource} ${label}`
    const at = now()
    const current = windows.get(key)
    if (current !== undefined && current.resetMillis > at) return current
    const limit = current?.limit ?? (label === anonymous ? anonymousLimits[resource] : usual[resource].limit)
    const window = { limit, used: 0, resetMillis: at + usual[resource].seconds * 1000 }
    windows.set(key, window)
    labels.add(label)
    return window
  }
  return {
    take: (label, resource, cost = 1) => {
      const window = windowOf(label, resource)
      if (window.used + cost > window.limit) return false
      window.used += cost
      return true
    },
    giveBack: (label, resource) => {
      windowOf(label, resource).used -= 1
    },
    standing: (label, resource) => {
      const { limit, resetMillis, used } = windowOf(label, resource)
      return { limit, remaining: Math.max(0, limit - used), used, reset: Math.ceil(resetMillis / 1000) }
    },
    set: (label, resource, { limit, remaining, resetInSeconds }) => {
      const window = windowOf(label, resource)
      if (limit !== undefined) window.limit = limit
      if (remaining !== undefined) window.used = Math.max(0, window.limit - remaining)
      if (resetInSeconds !== undefined) window.resetMillis = now() + resetInSeconds * 1000
    },
    labels: () => [...labels],
    reset: () => {
      windows.clear()
      labels.clear()
    }
  }
}

export const rateHeaders = (resource: Resource, standing: QuotaState): Record<string, string> => ({
  "x-ratelimit-limit": String(standing.limit),
  "x-ratelimit-remaining": String(standing.remaining),
  "x-ratelimit-used": String(standing.used),
  "x-ratelimit-reset": String(standing.reset),
  "x-ratelimit-resource": resource
})

const documentation =
  "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#primary-rate-limit-for-authenticated-users"

/** `userId` is undefined if the caller has no token. */
export const limitExceeded = (userId: number | undefined, requestId: string): Refusal =>
  new Refusal(
    403,
    userId === undefined
      ? "API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)"
      : `API rate limit exceeded for user ID ${userId}. If you reach out to GitHub Support for help, please include the request ID ${requestId}.`,
    { documentation }
  )
