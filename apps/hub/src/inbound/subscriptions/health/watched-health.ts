/**
 * Looks at the subscriptions' health every minute while the server runs: counts those with a problem for `/metrics`, and
 * logs once when a subscription begins to have one.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"

import { unhealthy } from "../../metrics.ts"
import type { Subscription } from "../Subscription.ts"
import { Subscriptions } from "../Subscriptions.ts"
import { problemsOf } from "./health.ts"

const EVERY = Duration.minutes(1)

const lineOf = ({ id, name, trigger }: Subscription, problems: ReadonlyArray<string>): string =>
  `subscriptions: ${ProviderText.line(name || trigger, 100)} (${id}) does not work: ${ProviderText.line(problems.join(" "), 500)} \`inlay triggers --health\` shows how it is.`

/**
 * Creates one look at all subscriptions. A problem is logged when a second look in a row meets one, because a single
 * poll or start that fails is soon repeated.
 */
export const lookAtHealth = (): Effect.Effect<void, never, Effect.Services<typeof look>> => {
  /** How many looks in a row have met a problem, for each subscription that has one. */
  let looks = new Map<string, number>()
  return Effect.catchCause(
    Effect.gen(function* () {
      const broken = yield* look
      looks = new Map(broken.map(({ subscription: { id } }) => [id, (looks.get(id) ?? 0) + 1]))
      for (const { subscription, problems } of broken)
        if (looks.get(subscription.id) === 2) yield* Effect.logWarning(lineOf(subscription, problems))
    }),
    (cause) => Effect.logWarning("subscriptions: their health cannot be read.", cause)
  )
}

/** Returns the enabled subscriptions that have problems, and counts them. */
const look = Effect.gen(function* () {
  const subscriptions = (yield* (yield* Subscriptions).list).filter(({ isEnabled }) => isEnabled)
  const problems = yield* problemsOf(subscriptions)
  const broken = subscriptions.flatMap((subscription, index) => {
    const own = problems[index] ?? []
    return own.length === 0 ? [] : [{ subscription, problems: own }]
  })
  yield* Metric.update(unhealthy, broken.length)
  return broken
})

export const watchHealth = Effect.suspend(() =>
  lookAtHealth().pipe(Effect.repeat(Schedule.spaced(EVERY)), Effect.forkScoped)
)
