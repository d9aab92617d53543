/**
 * `/api/subscriptions`: subscriptions that start agents. Callers see their own; callers that manage the hub see all.
 */
import { quotedName } from "@inlay/agent-plugin/Catalog"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"

import { hubError, notThere } from "../../../../hub-error.ts"
import { destinationOf, shownDestination } from "../../../../inbound/dispatch/destination.ts"
import { Outbox } from "../../../../inbound/dispatch/Outbox.ts"
import { accountIdOf } from "../../../../inbound/events/event-accounts.ts"
import { Inbound } from "../../../../inbound/Inbound.ts"
import { change as changeSubscription } from "../../../../inbound/subscriptions/changing.ts"
import { hasEnded } from "../../../../inbound/subscriptions/ending.ts"
import { healthOf, healthView } from "../../../../inbound/subscriptions/health/health.ts"
import type { SubscriptionRequest } from "../../../../inbound/subscriptions/request/SubscriptionRequest.ts"
import { replaceSecret as changeSecret } from "../../../../inbound/subscriptions/secret-change.ts"
import { subscribe } from "../../../../inbound/subscriptions/subscribing.ts"
import type { Subscription } from "../../../../inbound/subscriptions/Subscription.ts"
import { Subscriptions } from "../../../../inbound/subscriptions/Subscriptions.ts"
import { iso } from "../../../../iso.ts"
import { mayUseAccount, type Principal } from "../../../../principals/Principal.ts"
import { CurrentPrincipal, onlyManagers } from "../../../run-as/CurrentPrincipal.ts"
import { Api } from "../../api/Api.ts"
import type { BodyOf, QueryOf } from "../../api/shapes.ts"
import type { SubscriptionsGroup } from "../../api/subscriptions.ts"
import { answering, errorJson } from "../../failure.ts"
import { principalStays } from "../../requests/caller.ts"
import { eventsOf, trialOf, trialOfRequest } from "./subscription-tests.ts"

/**
 * Whether a principal may see a subscription. A paired extension shows its user every subscription to the accounts that
 * it may use, whoever created it.
 */
const isSeen = (principal: Principal, { principal: owner, plugin, account }: Subscription): boolean =>
  (principal.grant.manages === true || principal.kind === "extension" || owner === principal.id) &&
  mayUseAccount(principal, { plugin, name: account })

const view = (one: Subscription) => ({
  id: one.id,
  name: one.name,
  trigger: one.trigger,
  account: accountIdOf(one),
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
  return (yield* (yield* Subscriptions).list).filter((one) => isSeen(principal, one))
})

const selected = ({ id, account, trigger }: QueryOf<typeof SubscriptionsGroup, "list">) =>
  Effect.map(ownSubscriptions, (all) =>
    all.filter(
      (one) =>
        (id === undefined || one.id === id) &&
        (account === undefined || accountIdOf(one) === account) &&
        (trigger === undefined || one.trigger === trigger)
    )
  )

/** Finds a subscription that the current principal may see. Fails with `NotFound` for any other. */
export const ownSubscription = Effect.fnUntraced(function* (id: string) {
  const principal = yield* CurrentPrincipal
  const one = yield* (yield* Subscriptions).find(id)
  if (one !== undefined && isSeen(principal, one)) return one
  return yield* notThere("subscriptions", "There is no subscription with that id.")
})

/** Fails unless the current principal may change a subscription and start what it starts: its own, or if it writes. */
export const mayChange = Effect.fnUntraced(function* ({ principal: owner }: Pick<Subscription, "principal">) {
  const { id, grant } = yield* CurrentPrincipal
  if (!grant.readOnly || owner === id) return
  return yield* hubError("subscriptions", {
    _tag: "Forbidden",
    what: "This browser's pairing only reads, and somebody else created the subscription.",
    needs: "write",
    remedy: { to: "read", text: "Use the console, or pair the browser with the right to write." },
    nothing: "changed"
  })
})

/** Fails if a subscription starts a command, as only those who manage the hub may, and the current principal does not. */
export const mayRun = Effect.fnUntraced(function* ({ url }: Pick<Subscription, "url">) {
  const { grant } = yield* CurrentPrincipal
  if (destinationOf(url).kind !== "exec" || grant.manages === true) return
  return yield* onlyManagers(
    "subscriptions",
    "The subscription starts a command on the hub's machine: only those who manage the hub may start it or change for which events it starts."
  )
})

/** The same as `mayRun`, and fails if the subscription ended with its token or account. */
const mayStart = Effect.fnUntraced(function* (one: Subscription) {
  yield* mayRun(one)
  const { grant } = yield* CurrentPrincipal
  if (!hasEnded(one) || grant.manages === true) return
  return yield* onlyManagers(
    "subscriptions",
    `${one.disabledBecause} Only those who manage the hub may start it again.`
  )
})

/** Fails unless the current principal owns the subscription or manages the hub, as some changes need. */
const mayChangeAsOwner = Effect.fnUntraced(function* ({ principal: owner }: Subscription, what: string) {
  const { id, grant } = yield* CurrentPrincipal
  if (owner === id || grant.manages === true) return
  return yield* onlyManagers(
    "subscriptions",
    `Somebody else created the subscription: only they and those who manage the hub may change its ${what}.`
  )
})

const changeable = (id: string) => Effect.tap(ownSubscription(id), mayChange)

const existsAlready = ({ id, name, isEnabled }: Subscription) => {
  const state = isEnabled ? "" : ", which is switched off,"
  const conflict = hubError("subscriptions", {
    _tag: "Conflict",
    because: "exists",
    what: `The subscription ${quotedName(name)} (${id})${state} already starts the same agent for the same events.`,
    remedy: {
      to: "read",
      text: "Change that one, or create another with `another: true`: each event then starts both."
    },
    nothing: "stored"
  })
  const { error } = errorJson(conflict)
  return HttpServerResponse.jsonUnsafe({ error: { ...error, existing: id } }, { status: 409 })
}

const create = Effect.fnUntraced(function* (request: SubscriptionRequest) {
  const principal = yield* CurrentPrincipal
  const { subscription, secret, ways } = yield* subscribe(
    request,
    principal,
    (one) => isSeen(principal, one),
    yield* principalStays
  )
  if (secret === undefined) return existsAlready(subscription)
  yield* (yield* Inbound).replan
  return { ...view(subscription), secret: Redacted.value(secret), ways }
})

const start = Effect.fnUntraced(function* (id: string) {
  const { grant } = yield* CurrentPrincipal
  if (yield* (yield* Subscriptions).enable(id, grant.manages === true)) return
  // It ended, or was removed, after it was read.
  yield* mayStart(yield* ownSubscription(id))
})

const change = Effect.fnUntraced(function* (
  id: string,
  { enabled, ...changes }: BodyOf<typeof SubscriptionsGroup, "change">
) {
  const one = yield* changeable(id)
  if (enabled === true) yield* mayStart(one)
  if (changes.filters !== undefined) yield* mayRun(one)
  if (changes.creditsPerEvent !== undefined) yield* mayChangeAsOwner(one, "credits per event")
  if (changes.url !== undefined) yield* mayChangeAsOwner(one, "address")
  if (Object.keys(changes).length > 0) yield* changeSubscription(one, changes, yield* principalStays)
  if (enabled === true) yield* start(id)
  if (enabled === false) {
    yield* (yield* Subscriptions).disable(id)
    yield* (yield* Outbox).giveUp(id, "The subscription is switched off.")
  }
  yield* (yield* Inbound).replan
  return view(yield* ownSubscription(id))
})

const replaceSecret = Effect.fnUntraced(function* (
  id: string,
  request: BodyOf<typeof SubscriptionsGroup, "replaceSecret">
) {
  yield* mayChangeAsOwner(yield* changeable(id), "secret")
  const { secret, untilMillis } = yield* changeSecret(id, request)
  return { secret: Redacted.value(secret), previousUntil: iso(untilMillis) }
})

const remove = Effect.fnUntraced(function* (id: string) {
  yield* changeable(id)
  yield* (yield* Subscriptions).remove(id)
  yield* (yield* Inbound).replan
})

const test = Effect.fnUntraced(function* (id: string, isSent: boolean) {
  const one = yield* isSent ? Effect.tap(changeable(id), mayStart) : ownSubscription(id)
  return yield* trialOf(one, isSent)
})

const health = Effect.fnUntraced(function* (query: QueryOf<typeof SubscriptionsGroup, "health">) {
  const all = yield* healthOf(yield* selected(query))
  return { health: all.map(healthView) }
})

export const layer = HttpApiBuilder.group(Api, "subscriptions", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => answering(Effect.map(selected(query), (all) => ({ subscriptions: all.map(view) }))),
    get: ({ params }) => answering(Effect.map(ownSubscription(params.id), view)),
    create: ({ payload }) => answering(create(payload)),
    health: ({ query }) => answering(health(query)),
    try: ({ payload }) => answering(trialOfRequest(payload)),
    test: ({ params, payload }) => answering(test(params.id, payload.send === true)),
    events: ({ params }) => answering(Effect.flatMap(ownSubscription(params.id), eventsOf)),
    replaceSecret: ({ params, payload }) => answering(replaceSecret(params.id, payload)),
    change: ({ params, payload }) => answering(change(params.id, payload)),
    remove: ({ params }) => answering(remove(params.id))
  })
)
