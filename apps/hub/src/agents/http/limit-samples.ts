/** Samples the accounts' limits every minute while the server runs, so that their use can be shown over time. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

import { reporting } from "../../serving/outage.ts"
import { LimitHistory } from "../../storage/LimitHistory.ts"
import { Limits } from "../../storage/Limits.ts"

const EVERY = Duration.minutes(1)
const SWEEP_EVERY = Duration.hours(1)

/** Records the limits that providers last reported. */
export const sampleLimits = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  yield* (yield* LimitHistory).note(yield* (yield* Limits).at(now))
})

export const sampleLimitsRegularly = Effect.gen(function* () {
  const { sweep } = yield* LimitHistory
  const quietly = reporting("limits: their history cannot be stored.")
  yield* sampleLimits.pipe(quietly, Effect.repeat(Schedule.spaced(EVERY)), Effect.forkScoped)
  yield* sweep.pipe(quietly, Effect.repeat(Schedule.spaced(SWEEP_EVERY)), Effect.forkScoped)
})
