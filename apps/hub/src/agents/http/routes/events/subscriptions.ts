/**
 * `/api/subscriptions`: subscriptions that start agents. Callers see their own; callers that manage the hub see all.
 */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"

import { destinationOf, shownDestination } from "../../../../inbound/dispatch/destination.ts"
import { Outbox } from "../../../../inbound/dispatch/Outbox.ts"
import { Inbound } from "../../../../inbound/Inbound.ts"
import { healthOf } from "../../../../inbound/subscriptions/health/health.ts"
import { subscribe, type SubscriptionRequest } from "../../../../inbound/subscriptions/subscribing.ts"
import type { Subscription } from "../../../../inbound/subscriptions/Subscription.ts"
import { Subscriptions } from "../../../../inbound/subscriptions/Subscriptions.ts"
import { CurrentPrincipal } from "../../../principals/CurrentPrincipal.ts"
import { mayUseAccount, type Principal } from "../../../principals/Principal.ts"
import { iso } from "../../../principals/token-view.ts"
import { Api } from "../../api/Api.ts"
import { answering, requestError } from "../../failure.ts"
import { eventsOf, trialOf, trialOfWish } from "./subscription-tests.ts"

/**
 * Whether a principal may see and change a subscription. A paired extension shows its user every subscription to the
 * accounts that it may use, whoever created it.
 */
const isOwn = (principal: Principal, { principal: owner, plugin, account }: Subscription): boolean =>
  (principal.grant.manages === true || principal.kind === "extension" || owner === principal.id) &&
  mayUseAccount(principal, { plugin, name: account })

const view = (one: Subscription) => ({
  id: one.id,
  name: one.name,
  trigger: one.trigger,
  account: `${one.plugin}/${one.account}`,
  target: one.target,
  filters: one.filters,
  destination: destinationOf(one.url).kind,
  url: shownDestination(one.url),
  inOrder: one.inOrder,
  ownChanges: one.ownChanges,
  creditsPerEvent: one.creditsPerEvent ?? null,
  enabled: one.isEnabled,
  disabledBecause: one.disabledBecause ?? null,
  createdAt: new Date(one.createdMillis).toISOString()
})

/** The subscriptions that the current principal may see. */
export const ownSubscriptions = Effect.gen(function* () {
  const principal = yield* CurrentPrincipal
  return (yield* (yield* Subscriptions).list).filter((one) => isOwn(principal, one))
})

/** Finds a subscription that the current principal may see. Fails with `NotFound` for any other. */
export const ownSubscription = Effect.fnUntraced(function* (id: string) {
  const principal = yield* CurrentPrincipal
  const one = yield* (yield* Subscriptions).find(id)
  if (one !== undefined && isOwn(principal, one)) return one
  return yield* requestError("subscriptions", {
    _tag: "NotFound",
    what: "There is no subscription with that id.",
    remedy: { to: "checkNames" },
    nothing: "changed"
  })
})

const create = Effect.fnUntraced(function* (request: SubscriptionRequest) {
  const { subscription, secret, ways } = yield* subscribe(request, yield* CurrentPrincipal)
  yield* (yield* Inbound).replan
  return { ...view(subscription), secret: Redacted.value(secret), ways }
})

const change = Effect.fnUntraced(function* (id: string, isEnabled: boolean) {
  const one = yield* ownSubscription(id)
  yield* (yield* Subscriptions).enable(id, isEnabled)
  if (!isEnabled) yield* (yield* Outbox).giveUp(id, "The subscription is switched off.")
  yield* (yield* Inbound).replan
  return view({ ...one, isEnabled, disabledBecause: undefined })
})

const remove = Effect.fnUntraced(function* (id: string) {
  yield* ownSubscription(id)
  yield* (yield* Subscriptions).remove(id)
  yield* (yield* Inbound).replan
  return HttpServerResponse.empty({ status: 204 })
})

const health = Effect.gen(function* () {
  const all = yield* healthOf(yield* ownSubscriptions)
  return {
    health: all.map(({ lastEventMillis, lastStartMillis, ...rest }) => ({
      ...rest,
      lastEventAt: iso(lastEventMillis),
      lastStartAt: iso(lastStartMillis)
    }))
  }
})

export const layer = HttpApiBuilder.group(Api, "subscriptions", (handlers) =>
  handlers.handleAll({
    list: () => answering(Effect.map(ownSubscriptions, (all) => ({ subscriptions: all.map(view) }))),
    create: ({ payload }) => answering(create(payload)),
    health: () => answering(health),
    try: ({ payload }) => answering(trialOfWish(payload)),
    test: ({ params, payload }) =>
      answering(Effect.flatMap(ownSubscription(params.id), (one) => trialOf(one, payload.send === true))),
    events: ({ params }) => answering(Effect.flatMap(ownSubscription(params.id), eventsOf)),
    change: ({ params, payload }) => answering(change(params.id, payload.enabled)),
    remove: ({ params }) => answering(remove(params.id))
  })
)
