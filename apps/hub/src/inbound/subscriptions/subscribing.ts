/** Stores a subscription, once everything that its request names was checked. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { ENVIRONMENT } from "../../accounts/plugin-account.ts"
import { hubError } from "../../hub-error.ts"
import type { Principal } from "../../principals/Principal.ts"
import { AccountRows } from "../../storage/AccountRows.ts"
import { destinationText } from "../dispatch/destination.ts"
import { destinationFor } from "./request/destination.ts"
import { nameOf, queueOf, secretOf } from "./request/fields.ts"
import { checkTarget, resolveRequest } from "./request/resolving.ts"
import type { SubscriptionRequest } from "./request/SubscriptionRequest.ts"
import type { Subscription } from "./Subscription.ts"
import { Subscriptions, type NewSubscription } from "./Subscriptions.ts"

/** The most subscriptions to an account of one principal that does not manage the hub. */
const MAX_SUBSCRIPTIONS = 200

const goneMeanwhile = hubError("subscribe", {
  _tag: "NotFound",
  what: "The account was removed or renamed meanwhile.",
  remedy: { to: "checkNames" },
  nothing: "stored"
})

/** Makes statements, for a transaction, that fail if the account is gone: it was found long before. */
const accountStays = ({ plugin, name }: { readonly plugin: string; readonly name: string }) =>
  Effect.map(AccountRows, ({ names }) =>
    name === ENVIRONMENT
      ? Effect.void
      : Effect.flatMap(names, (all) =>
          all.some((one) => one.plugin === plugin && one.name === name) ? Effect.void : Effect.fail(goneMeanwhile)
        )
  )

/**
 * Stores a subscription. Returns it with its secret and the ways by which its events can arrive. If there is one
 * already, and the request asks for no other, returns that one without a secret.
 * @param isSeen whether the principal may see an existing subscription
 * @param principalStays statements that fail if the principal may not call any more
 */
export const subscribe = Effect.fnUntraced(function* (
  request: SubscriptionRequest,
  principal: Principal,
  isSeen: (existing: Subscription) => boolean,
  principalStays: Effect.Effect<void, ProviderError | StorageError>
) {
  const { plugin, trigger, target, filters, connected, ways } = yield* resolveRequest(request, principal)
  yield* checkTarget({ trigger, target, connected })
  const url = destinationText(yield* destinationFor(request, principal))
  const secret = yield* secretOf(request.secret)
  const name = yield* nameOf(request.name ?? trigger.title)
  const { inOrder = false, ownChanges = false, enabled = true } = request
  const newSubscription: NewSubscription = {
    name,
    trigger: trigger.id,
    plugin: plugin.id,
    account: connected.account.name,
    target,
    place: trigger.place(target),
    filters,
    url,
    secret,
    queueOf: (id) => queueOf({ id, inOrder, url }),
    inOrder,
    ownChanges,
    creditsPerEvent: request.creditsPerEvent,
    pollsOnly: principal.grant.readOnly,
    isEnabled: enabled,
    principal: principal.id
  }
  const subscription = yield* (yield* Subscriptions).create(newSubscription, {
    ...(principal.grant.manages !== true && { max: MAX_SUBSCRIPTIONS }),
    isSame: (existing) => request.another !== true && isSeen(existing),
    stillAllowed: Effect.andThen(principalStays, yield* accountStays(connected.account))
  })
  return { ...subscription, ways }
})
