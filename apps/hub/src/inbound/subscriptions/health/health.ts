/** The health of each subscription: how its events arrive, what is pending, what failed, and what to do about it. */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { iso } from "../../../iso.ts"
import { accountIdOf } from "../../events/event-accounts.ts"
import { KEYLESS, type Subscription } from "../Subscription.ts"
import { Subscriptions } from "../Subscriptions.ts"
import { arrivalsOf, type Arrival } from "./arrival.ts"
import { recordsOf, troubleRecords } from "./records.ts"

type TroubleRecords = Effect.Success<typeof troubleRecords>
type Records = Effect.Success<ReturnType<typeof recordsOf>>

/** The result of an attempt as a sentence. Without a status, the answer is one already. */
const resultOf = ({ status, answer }: { readonly status: number | null; readonly answer: string }): string =>
  status === null ? answer : `The receiver answered ${status}${ProviderText.quoted(answer)}`

const unreadOf = ({ unread }: Pick<TroubleRecords, "unread">, one: Subscription) => unread.get(accountIdOf(one)) ?? []

const problemsFrom = (
  one: Subscription,
  records: Pick<TroubleRecords, "failedStarts" | "unread">,
  { problem }: Arrival,
  dead: number,
  isKeyless: boolean
): ReadonlyArray<string> => {
  // Its owner switched it off and wants nothing of it, so nothing is to be done.
  if (!one.isEnabled && one.disabledBecause === undefined) return []
  const failedStart = records.failedStarts.get(one.id)
  return [
    ...(one.isEnabled ? [] : [`It is switched off. ${one.disabledBecause}`]),
    ...(isKeyless ? [KEYLESS] : []),
    ...(problem === undefined ? [] : [problem]),
    ...unreadOf(records, one).map(
      ({ problem: what, count }) => `${count} received but not processed; retried if possible: ${what ?? "unknown"}`
    ),
    ...(failedStart === undefined
      ? []
      : [
          `${failedStart.count} ${failedStart.count === 1 ? "start failed and is" : "starts failed and are"} retried: ${resultOf(failedStart)}`
        ]),
    ...(dead === 0
      ? []
      : ["Some deliveries were given up: replay them under Deliveries in the console when the receiver works again."])
  ]
}

/** The subscriptions whose secrets need another key. Where no key can be read, the accounts report that. */
const keylessIds = Effect.flatMap(Subscriptions, ({ keyless }) =>
  Effect.catchTag(keyless, "ProviderError", () => Effect.succeed<ReadonlySet<string>>(new Set()))
)

const healthFrom = (one: Subscription, records: Records, arrival: Arrival, isKeyless: boolean) => {
  const { way, because, settingUp, limitShare } = arrival
  const dead = records.deliveries(one, "dead").count
  const problems = problemsFrom(one, records, arrival, dead, isKeyless)
  return {
    subscription: one.id,
    trigger: one.trigger,
    ok: problems.length === 0,
    way,
    /** Why the events arrive by this way, if there is a better one. */
    because: because ?? null,
    /** What its events wait for, just after it was made or enabled. */
    settingUp: (one.isEnabled ? settingUp : undefined) ?? null,
    /** The last event of its trigger at its place, whether or not it started the subscription. */
    lastEventMillis: records.lastEventMillis(one),
    lastStartMillis: records.deliveries(one, "delivered").last ?? undefined,
    startsInDay: records.startsInDay.get(one.id)?.count ?? 0,
    newestStart: records.newestStarts.get(one.id) ?? null,
    pending: records.deliveries(one, "pending").count,
    dead,
    skipped: records.deliveries(one, "skipped").count,
    /** Why the newest skipped delivery was not sent. */
    skippedBecause: records.skips.get(one.id)?.why ?? null,
    unreadable: unreadOf(records, one).reduce((sum, { count }) => sum + count, 0),
    /** The share of the account's hourly requests that all of its polls use, from 0 to 1; null if it is not polled. */
    limitShare: limitShare ?? null,
    problems
  }
}

export type Health = ReturnType<typeof healthFrom>

/** The health of each subscription, in the given order. */
export const healthOf = Effect.fnUntraced(function* (subscriptions: ReadonlyArray<Subscription>) {
  if (subscriptions.length === 0) return []
  const records = yield* recordsOf(subscriptions)
  const arrivalAt = yield* arrivalsOf(subscriptions)
  const keyless = yield* keylessIds
  return yield* Effect.forEach(subscriptions, (one) =>
    Effect.map(arrivalAt(one), (arrival) => healthFrom(one, records, arrival, keyless.has(one.id)))
  )
})

/** The problems in the health of each subscription, in the given order. Takes less time than the whole health. */
export const problemsOf = Effect.fnUntraced(function* (subscriptions: ReadonlyArray<Subscription>) {
  if (subscriptions.length === 0) return []
  const records = yield* troubleRecords
  const arrivalAt = yield* arrivalsOf(subscriptions)
  const keyless = yield* keylessIds
  return yield* Effect.forEach(subscriptions, (one) =>
    Effect.map(arrivalAt(one), (arrival) =>
      problemsFrom(one, records, arrival, records.dead.get(one.id)?.count ?? 0, keyless.has(one.id))
    )
  )
})

/** The health of a subscription as JSON, for the API and for the command line. */
export const healthView = ({ lastEventMillis, lastStartMillis, newestStart, ...rest }: Health) => ({
  ...rest,
  lastEventAt: iso(lastEventMillis),
  lastStartAt: iso(lastStartMillis),
  newestStart:
    newestStart === null
      ? null
      : { id: newestStart.id, state: newestStart.state, createdAt: new Date(newestStart.createdMillis).toISOString() }
})
