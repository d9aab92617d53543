/**
 * Finds out which quota a refusal is about from the service's message: "Exhausted property tokens for a project per
 * hour. These quota tokens will return in under an hour.", or, of requests for settings, "Quota exceeded for quota
 * metric 'Write requests' and limit 'Write requests per minute' of service ..."
 */
import type { RawAnswer } from "@inlay/core-http/Client"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { errorOf, type ServiceError } from "../reasons/status.ts"
import { dayEnd, hourEnd } from "./windows.ts"

/** An exhausted quota. */
export interface ExhaustedQuota {
  /** Description, as it follows "used up:". */
  readonly name: string
  /** Window of the budget, if it is a token quota. */
  readonly window?: string
  /** The most seconds until the quota is available again. */
  readonly seconds: number
  /** Whether it is a daily quota. Calls do not wait for these. */
  readonly isDaily: boolean
}

interface Kind {
  readonly words: RegExp
  readonly name: string
  readonly window?: string
  readonly lasts: "day" | "hour" | "minute" | "moment"
}

/** The first match applies. */
const KINDS: ReadonlyArray<Kind> = [
  { words: /threshold/i, name: "potentially thresholded requests of the property in this hour", lasts: "hour" },
  { words: /server error/i, name: "server errors of the project and property in this hour", lasts: "hour" },
  { words: /concurrent/i, name: "concurrent requests of the property", lasts: "moment" },
  {
    words: /project.*(per|an) hour/i,
    name: "tokens of the project and property in this hour",
    window: "tokensPerProjectPerHour",
    lasts: "hour"
  },
  {
    words: /(per day|daily|24 hours)/i,
    name: "tokens of the property on this day (Pacific time)",
    window: "tokensPerDay",
    lasts: "day"
  },
  { words: /(per|an) hour/i, name: "tokens of the property in this hour", window: "tokensPerHour", lasts: "hour" },
  { words: /per minute/i, name: "requests of the project in this minute", lasts: "minute" }
]

const UNNAMED = { name: "a quota that the service does not name", lasts: "minute" } as const

/** The limit of a quota of requests, by the service's own name, such as `Write requests per minute per user`. */
const REQUEST_LIMIT = /quota exceeded for quota metric\b(?:.*\band limit '([^']+)')?/i

const kindOf = (message: string): Kind | undefined => {
  const [isOfRequests, limit = ""] = REQUEST_LIMIT.exec(message) ?? []
  if (isOfRequests === undefined) return KINDS.find(({ words }) => words.test(message))
  if (limit === "") return undefined
  const name = ProviderText.quote(limit, 80)
  return { words: REQUEST_LIMIT, name, lasts: /per day|daily/i.test(limit) ? "day" : "minute" }
}

const THROTTLES = /^(?:user)?RateLimitExceeded$|^RATE_LIMIT_EXCEEDED$/i

/** Requests for settings are throttled with a 403: https://developers.google.com/analytics/devguides/config/admin/v1/quotas */
const isThrottle = ({ code, status, reason, olderReason, message }: ServiceError): boolean =>
  code === 429 ||
  status === "RESOURCE_EXHAUSTED" ||
  (code === 403 && (THROTTLES.test(reason) || THROTTLES.test(olderReason) || REQUEST_LIMIT.test(message)))

/**
 * Matches the refusal of one key event more than a property may have, which passes with no time. The service does not
 * document its words.
 */
const TOO_MANY = /\b(key|conversion) events\b/i

/** Seconds to wait until a concurrent place is free. */
const PLACE_SECONDS = 5

const secondsOf = (lasts: Kind["lasts"], now: number): number => {
  if (lasts === "moment") return PLACE_SECONDS
  if (lasts === "minute") return 60
  return Math.max(1, Math.ceil(((lasts === "day" ? dayEnd(now) : hourEnd(now)) - now) / 1000))
}

/** The quota that a throttle is about, or undefined for other responses. */
export const exhaustedQuota = (answer: RawAnswer): ExhaustedQuota | undefined => {
  const error = errorOf(answer)
  if (error === undefined || !isThrottle(error)) return undefined
  const namedKind = kindOf(error.message)
  if (namedKind === undefined && TOO_MANY.test(error.message)) return undefined
  const kind: Omit<Kind, "words"> = namedKind ?? UNNAMED
  return {
    name: kind.name,
    ...(kind.window !== undefined && { window: kind.window }),
    seconds: error.retryAfterSeconds ?? secondsOf(kind.lasts, answer.receivedAtMillis),
    isDaily: kind.lasts === "day"
  }
}
