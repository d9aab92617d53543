/**
 * Looks at the subscriptions' health every minute while the server runs: counts those with a problem for `/metrics`, and
 * logs when a subscription begins to have one, every hour while it has one, and when it works again.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"

import { reporting } from "../../../serving/outage.ts"
import { unhealthy } from "../../metrics.ts"
import type { Subscription } from "../Subscription.ts"
import { Subscriptions } from "../Subscriptions.ts"
import { problemsOf } from "./health.ts"

const EVERY = Duration.minutes(1)
/**
 * A problem is logged when a second look in a row meets one, because a single poll or start that fails is soon repeated.
 */
const LOGGED = 2
const LOGGED_AGAIN = 60

const nameOf = ({ id, name, trigger }: Subscription): string => `${ProviderText.line(name || trigger, 100)} (${id})`

const lineOf = (subscription: Subscription, problems: ReadonlyArray<string>): string =>
  `subscriptions: ${nameOf(subscription)} does not work: ${ProviderText.line(problems.join(" "), 500)} \`inlay triggers --health\` shows how it is.`

/** Creates one look at all subscriptions. */
export const lookAtHealth = (): Effect.Effect<void, never, Effect.Services<typeof look>> => {
  /** How many looks in a row have met a problem, for each subscription that has one. */
  let looks = new Map<string, number>()
  return Effect.gen(function* () {
    const { enabled, broken } = yield* look
    const before = looks
    looks = new Map(broken.map(({ subscription: { id } }) => [id, (before.get(id) ?? 0) + 1]))
    for (const { subscription, problems } of broken) {
      const count = looks.get(subscription.id) ?? 0
      if (count === LOGGED || count % LOGGED_AGAIN === 0) yield* Effect.logWarning(lineOf(subscription, problems))
    }
    for (const subscription of enabled) {
      const count = looks.has(subscription.id) ? 0 : (before.get(subscription.id) ?? 0)
      if (count >= LOGGED) {
        yield* Effect.logWarning(`subscriptions: ${nameOf(subscription)} works again, after ${count} minutes.`)
      }
    }
  }).pipe(reporting("subscriptions: their health cannot be read."), Effect.asVoid)
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

export const watchHealth = Effect.suspend(() =>
  lookAtHealth().pipe(Effect.repeat(Schedule.spaced(EVERY)), Effect.forkScoped)
)
