/** The hourly request limit of each account, as its service last reported it. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { Limits } from "../../storage/Limits.ts"

/** Assumed until a service has reported its limit. */
export const ASSUMED_PER_HOUR = 5_000

/**
 * Keyed by `plugin/name`. If an account has several limits, the largest is taken: it is the one for ordinary requests.
 */
export const hourlyLimits = Effect.gen(function* () {
  const largest = new Map<string, number>()
  for (const { account, limit } of yield* (yield* Limits).at(yield* Clock.currentTimeMillis)) {
    if (limit !== undefined && limit > (largest.get(account) ?? 0)) largest.set(account, limit)
  }
  return largest
})
