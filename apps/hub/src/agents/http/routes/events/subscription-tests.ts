/** Tests subscriptions and reports what became of their targets' events, for `/api/subscriptions`. */
import { wayInWords } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { notThere } from "../../../../hub-error.ts"
import { Connections } from "../../../../inbound/connections.ts"
import { deliveriesOf } from "../../../../inbound/dispatch/deliveries.ts"
import { Dispatcher } from "../../../../inbound/dispatch/Dispatcher.ts"
import type { Outcome } from "../../../../inbound/dispatch/Outbox.ts"
import { fullEventId } from "../../../../inbound/events/event-accounts.ts"
import { Events, type Event } from "../../../../inbound/events/Events.ts"
import { allowedWays } from "../../../../inbound/sources/plan.ts"
import { checkTarget, resolveRequest } from "../../../../inbound/subscriptions/request/resolving.ts"
import type { SubscriptionRequest } from "../../../../inbound/subscriptions/request/SubscriptionRequest.ts"
import type { Subscription } from "../../../../inbound/subscriptions/Subscription.ts"
import { MAX_TRIAL_EVENTS, tryOut, type Trial } from "../../../../inbound/subscriptions/trying.ts"
import { CurrentPrincipal } from "../../../run-as/CurrentPrincipal.ts"

const eventView = (event: Event) => ({
  cursor: String(event.id),
  eventId: fullEventId(event),
  timestamp: event.at,
  actor: event.actor ?? null,
  data: event.data
})

const verdict = (why: string | undefined) => ({ starts: why === undefined, why: why ?? null })

const trialView = ({ events, example }: Trial, ways: ReadonlyArray<string>, delivery?: Outcome) => ({
  events: events.map(({ event, why }) => ({ ...eventView(event), ...verdict(why) })),
  starting: events.filter(({ why }) => why === undefined).length,
  example: example === undefined ? null : { data: example.occurrence.data, ...verdict(example.why) },
  ways,
  sent:
    delivery === undefined
      ? null
      : {
          delivered: delivery.isAccepted,
          status: delivery.status ?? null,
          answer: delivery.answer,
          durationMillis: delivery.durationMillis
        }
})

/** Tests a subscription that is not stored. */
export const trialOfRequest = Effect.fnUntraced(function* (
  request: Pick<SubscriptionRequest, "trigger" | "account" | "target" | "filters">
) {
  const resolved = yield* resolveRequest(request, yield* CurrentPrincipal)
  yield* checkTarget(resolved)
  return trialView(yield* tryOut({ ...resolved, account: resolved.connected.account.name }), resolved.ways)
})

const retiredTrigger = notThere("subscriptions", "This hub no longer has the subscription's trigger.", "sent")

/** Tests a stored subscription. @param isSent whether the example is sent to its receiver */
export const trialOf = Effect.fnUntraced(function* (one: Subscription, isSent: boolean) {
  const { plugin, connection } = yield* (yield* Connections).find(one)
  const trigger = plugin.triggers.find(({ id }) => id === one.trigger)
  if (trigger === undefined) return yield* retiredTrigger
  const ways = allowedWays(one, trigger.ways(one.target, yield* connection.watcher)).map(wayInWords)
  const trial = yield* tryOut({ ...one, plugin, trigger })
  const { example } = trial
  const delivery =
    isSent && example !== undefined ? yield* (yield* Dispatcher).test(one, example.occurrence) : undefined
  return trialView(trial, ways, delivery)
})

const NOT_THEN = "It came before the subscription, or while the subscription was switched off."

export const eventsOf = Effect.fnUntraced(function* (one: Subscription) {
  const events = yield* (yield* Events).newest(one, one.trigger, one.place, MAX_TRIAL_EVENTS)
  const deliveries = yield* deliveriesOf(
    one.id,
    events.map(({ id }) => id)
  )
  return {
    events: events.map((event) => {
      const delivery = deliveries.find(({ eventId }) => eventId === event.id)
      return {
        ...eventView(event),
        delivery: delivery?.id ?? null,
        state: delivery?.state ?? null,
        why: delivery === undefined ? (event.refused[one.id] ?? NOT_THEN) : delivery.why
      }
    })
  }
})
