/**
 * Looks at the subscriptions' health every minute while the server runs: counts those with a problem for `/metrics`, and
 * logs what changes.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"

import { reporting } from "../../../serving/outage.ts"
import { unhealthy } from "../../metrics.ts"
import { Subscriptions } from "../Subscriptions.ts"
import { makeHealthLines } from "./health-lines.ts"
import { problemsOf } from "./health.ts"

const EVERY = Duration.minutes(1)

/** Creates one look at all subscriptions. */
export const healthCheck = (): Effect.Effect<void, never, Effect.Services<typeof look>> => {
  const linesOf = makeHealthLines()
  return look.pipe(
    Effect.flatMap((seen) => Effect.forEach(linesOf(seen), (line) => Effect.logWarning(line))),
    reporting("subscriptions: their health cannot be read."),
    Effect.asVoid
  )
}

/** Returns the enabled subscriptions and those of them that have problems, and counts these. */
const look = Effect.gen(function* () {
  const enabled = (yield* (yield* Subscriptions).list).filter(({ isEnabled }) => isEnabled)
  const problems = yield* problemsOf(enabled)
  const broken = enabled.flatMap((subscription, index) => {
    const own = problems[index] ?? []
    return own.length === 0 ? [] : [{ subscription, problems: own }]
  })
  yield* Metric.update(unhealthy, broken.length)
  return { enabled, broken }
})

export const checkHealthRegularly = Effect.suspend(() =>
  healthCheck().pipe(Effect.repeat(Schedule.spaced(EVERY)), Effect.forkScoped)
)
