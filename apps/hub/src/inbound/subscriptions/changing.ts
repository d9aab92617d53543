/** Validates a change of a stored subscription, as its creation does. Everything else stays, its secret too. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { hubError } from "../../hub-error.ts"
import { Connections } from "../connections.ts"
import { destinationOf, destinationText } from "../dispatch/destination.ts"
import { urlOf } from "./request/destination.ts"
import { nameOf, queueOf, wrong } from "./request/fields.ts"
import type { Subscription } from "./Subscription.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** What is absent stays. */
export interface SubscriptionChange {
  readonly filters?: unknown
  /** Another address of the same receiver. */
  readonly url?: string | undefined
  readonly name?: string | undefined
  readonly inOrder?: boolean | undefined
  /** `null` for no cap. */
  readonly creditsPerEvent?: number | null | undefined
}

const retired = hubError("subscriptions", {
  _tag: "NotFound",
  what: "This hub no longer has the subscription's trigger.",
  remedy: { to: "checkNames" },
  nothing: "changed"
})

const filtersOf = Effect.fnUntraced(function* (one: Subscription, filters: unknown) {
  const { plugins } = yield* Connections
  const trigger = plugins.find(({ id }) => id === one.plugin)?.triggers.find(({ id }) => id === one.trigger)
  if (trigger === undefined) return yield* retired
  return (yield* Effect.fromResult(trigger.read({ target: one.target, filters }))).filters
})

const destinationAt = Effect.fnUntraced(function* ({ url }: Subscription, address: string) {
  const { kind } = destinationOf(url)
  if (kind === "exec") return yield* wrong("url", "must be left out: this subscription starts a command")
  return destinationText({ kind, url: yield* urlOf(address) })
})

/**
 * Changes a subscription. Deliveries that are waiting stay in the order in which they were to be sent, and go to the
 * address that it has then.
 * @param principalStays statements that fail if the principal may not call any more
 */
export const change = Effect.fnUntraced(function* (
  one: Subscription,
  changes: SubscriptionChange,
  principalStays: Effect.Effect<void, ProviderError | StorageError> = Effect.void
) {
  const { name, filters, inOrder = one.inOrder, creditsPerEvent } = changes
  const url = changes.url === undefined ? one.url : yield* destinationAt(one, changes.url)
  // The host of a new address may have taken long to be found.
  yield* principalStays
  yield* (yield* Subscriptions).change(one.id, {
    ...(name !== undefined && { name: yield* nameOf(name) }),
    ...(filters !== undefined && { filters: yield* filtersOf(one, filters) }),
    ...(changes.url !== undefined && { url }),
    ...(changes.inOrder !== undefined && { inOrder }),
    ...((changes.url !== undefined || changes.inOrder !== undefined) && {
      queue: queueOf({ id: one.id, inOrder, url })
    }),
    ...(creditsPerEvent !== undefined && { creditsPerEvent })
  })
})
