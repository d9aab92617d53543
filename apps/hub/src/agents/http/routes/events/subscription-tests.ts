/** Tests subscriptions and reports what became of their targets' events, for `/api/subscriptions`. */
import * as Effect from "effect/Effect"

import { deliveriesOf } from "../../../../inbound/dispatch/deliveries.ts"
import { Dispatcher } from "../../../../inbound/dispatch/Dispatcher.ts"
import type { Outcome } from "../../../../inbound/dispatch/Outbox.ts"
import { Events } from "../../../../inbound/events/Events.ts"
import { checkTarget, resolveRequest } from "../../../../inbound/subscriptions/request/resolving.ts"
import type { SubscriptionRequest } from "../../../../inbound/subscriptions/request/SubscriptionRequest.ts"
import type { Subscription } from "../../../../inbound/subscriptions/Subscription.ts"
import { eventView, MAX_TRIAL_EVENTS, trialView, tryOut, tryStored } from "../../../../inbound/subscriptions/trying.ts"
import { CurrentPrincipal } from "../../../run-as/CurrentPrincipal.ts"

const deliveryView = (delivery: Outcome) => ({
  delivered: delivery.isAccepted,
  status: delivery.status ?? null,
  answer: delivery.answer,
  durationMillis: delivery.durationMillis
})

/** Tests a subscription that is not stored. */
export const trialOfRequest = Effect.fnUntraced(function* (
  request: Pick<SubscriptionRequest, "trigger" | "account" | "target" | "filters">
) {
  const resolved = yield* resolveRequest(request, yield* CurrentPrincipal)
  yield* checkTarget(resolved)
  const trial = yield* tryOut({ ...resolved, account: resolved.connected.account.name })
  return { ...trialView(trial, resolved.ways), sent: null }
})

/** Tests a stored subscription. @param isSent whether the example is sent to its receiver */
export const trialOf = Effect.fnUntraced(function* (one: Subscription, isSent: boolean) {
  const { trial, ways } = yield* tryStored(one)
  const { example } = trial
  const sent =
    isSent && example !== undefined ? deliveryView(yield* (yield* Dispatcher).test(one, example.occurrence)) : null
  return { ...trialView(trial, ways), sent }
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
