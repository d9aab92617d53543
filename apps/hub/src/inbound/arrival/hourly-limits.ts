/** How many requests an hour each account has, as its service last reported. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { Limits } from "../../agents/http/Limits.ts"

/** Where a service has not said anything yet. */
export const ASSUMED_PER_HOUR = 5_000

/** By `plugin/name`; of an account with several limits the largest, which is that of ordinary requests. */
export const hourlyLimits = Effect.gen(function* () {
  const largest = new Map<string, number>()
  for (const { account, limit } of yield* (yield* Limits).at(yield* Clock.currentTimeMillis)) {
    if (limit !== undefined && limit > (largest.get(account) ?? 0)) largest.set(account, limit)
  }
  return largest
})
