// Quotas of a property. The categories core and realtime have separate quotas.
// Source: https://developers.google.com/analytics/devguides/reporting/data/v1/quotas

import { epochMinute, localTime } from "../events/calendar.ts"
import { resourceExhausted } from "../frame/errors.ts"

export type Category = "core" | "realtime"
export const categories: ReadonlyArray<Category> = ["core", "realtime"]

export interface Limits {
  readonly tokensPerDay: number
  readonly tokensPerHour: number
  readonly tokensPerProjectPerHour: number
  readonly concurrentRequests: number
  readonly serverErrorsPerProjectPerHour: number
  readonly potentiallyThresholdedRequestsPerHour: number
}

export type LimitName = keyof Limits

const core: Limits = {
  tokensPerDay: 200_000,
  tokensPerHour: 40_000,
  tokensPerProjectPerHour: 14_000,
  concurrentRequests: 10,
  serverErrorsPerProjectPerHour: 10,
  potentiallyThresholdedRequestsPerHour: 120
}

const usualLimits: Readonly<Record<Category, Limits>> = {
  core,
  realtime: { ...core, tokensPerDay: 75_000, tokensPerHour: 15_000, tokensPerProjectPerHour: 5250 }
}

export const limitNames = Object.keys(core) as ReadonlyArray<LimitName>

const more = "To learn more, see https://developers.google.com/analytics/devguides/reporting/data/v1/quotas"
const words: Readonly<Record<LimitName, string>> = {
  tokensPerDay: `Exhausted property tokens per day. These quota tokens will return in under 24 hours. ${more}`,
  tokensPerHour: `Exhausted property tokens per hour. These quota tokens will return in under an hour. ${more}`,
  tokensPerProjectPerHour: `Exhausted property tokens for a project per hour. These quota tokens will return in under an hour. ${more}`,
  concurrentRequests: `Exhausted concurrent requests quota. Please send fewer requests concurrently. ${more}`,
  serverErrorsPerProjectPerHour: `Exhausted server errors quota for a project per hour. This quota will return in under an hour. ${more}`,
  potentiallyThresholdedRequestsPerHour: `Exhausted potentially thresholded requests quota. This quota will refresh in under an hour. ${more}`
}

/** The service's message for an exhausted quota. */
export const wordsOf = (name: LimitName): string => words[name]

/** The quota that a request counts against. */
export interface Account {
  readonly propertyId: string
  readonly category: Category
  /** The caller's cloud project. */
  readonly project: string
}

export interface Quotas {
  /** Counts a request as in progress until `leave` is called. Refuses it with 429 if a quota is exhausted. */
  readonly enter: (account: Account) => void
  readonly leave: (account: Account) => void
  readonly charge: (account: Account, tokens: number, thresholdedRequests: number) => void
  readonly serverError: (account: Account) => void
  /** The quota status in the form of `returnPropertyQuota`. `consumed` is the usage of this request. */
  readonly standing: (account: Account, tokens: number, thresholdedRequests: number) => object
  readonly setLimits: (category: Category, limits: Partial<Limits>) => void
  /** Sets the usage of a property in the current window. */
  readonly consume: (account: Account, limit: LimitName, amount: number) => void
  readonly limits: (category: Category) => Limits
  readonly consumed: (account: Account, limit: LimitName) => number
  readonly reset: () => void
}

const isOfProject = (name: LimitName): boolean => name.includes("Project")

export const makeQuotas = (now: () => number): Quotas => {
  const limits: Record<Category, Limits> = { ...usualLimits }
  const consumed = new Map<string, number>()
  // Days end at midnight in California, hours on the hour.
  const windowOf = (name: LimitName): number => {
    if (name === "concurrentRequests") return 0
    return name === "tokensPerDay" ? localTime(now(), "America/Los_Angeles").day : Math.floor(epochMinute(now()) / 60)
  }
  const keyOf = ({ category, project, propertyId }: Account, name: LimitName): string =>
    [category, propertyId, isOfProject(name) ? project : "", name, windowOf(name)].join("/")
  const of = (account: Account, name: LimitName): number => consumed.get(keyOf(account, name)) ?? 0
  const add = (account: Account, name: LimitName, amount: number): void =>
    void consumed.set(keyOf(account, name), of(account, name) + amount)
  return {
    enter: (account) => {
      for (const name of limitNames) {
        if (of(account, name) >= limits[account.category][name]) throw resourceExhausted(words[name])
      }
      add(account, "concurrentRequests", 1)
    },
    leave: (account) => add(account, "concurrentRequests", -1),
    charge: (account, tokens, thresholdedRequests) => {
      for (const name of ["tokensPerDay", "tokensPerHour", "tokensPerProjectPerHour"] as const)
        add(account, name, tokens)
      add(account, "potentiallyThresholdedRequestsPerHour", thresholdedRequests)
    },
    serverError: (account) => add(account, "serverErrorsPerProjectPerHour", 1),
    standing: (account, tokens, thresholdedRequests) => {
      const took = (name: LimitName): number => {
        if (name.startsWith("tokens")) return tokens
        return name === "potentiallyThresholdedRequestsPerHour" ? thresholdedRequests : 0
      }
      return Object.fromEntries(
        limitNames.map((name) => {
          const underWay = name === "concurrentRequests" ? 1 : 0
          const remaining = Math.max(0, limits[account.category][name] - of(account, name) + underWay)
          return [name, { ...(took(name) > 0 ? { consumed: took(name) } : {}), remaining }]
        })
      )
    },
    setLimits: (category, changes) => {
      limits[category] = { ...limits[category], ...changes }
    },
    consume: (account, name, amount) => void consumed.set(keyOf(account, name), amount),
    limits: (category) => limits[category],
    consumed: of,
    reset: () => {
      const underWay = [...consumed].filter(([key]) => key.includes("/concurrentRequests/"))
      consumed.clear()
      for (const [key, amount] of underWay) consumed.set(key, amount)
      Object.assign(limits, usualLimits)
    }
  }
}
