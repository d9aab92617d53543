/** Replaces the secret that signs a subscription's deliveries, without a gap for its receiver. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { hubError } from "../../hub-error.ts"
import { newSecret } from "../dispatch/signature.ts"
import { secretOf } from "./subscribing.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** How long a replaced secret still signs: so long, a receiver can be given the new one without a gap. */
const OVERLAP = Duration.hours(24)

const notReplaced = hubError("subscriptions", {
  _tag: "Conflict",
  because: "changed",
  what: "The secret was not replaced: it was replaced by another request at the same time, or cannot be read.",
  remedy: { to: "readAgain" },
  nothing: "changed"
})

/** What is absent is chosen by the hub. */
export interface SecretChange {
  /** The receiver's own choice. */
  readonly secret?: string | undefined
  /** Whether the secret before it signs for another day, too. */
  readonly keepPrevious?: boolean | undefined
}

/** Replaces the secret that signs a subscription's deliveries. Returns the new one, which is shown only this once. */
export const replaceSecret = Effect.fnUntraced(function* (id: string, { secret, keepPrevious = true }: SecretChange) {
  const next = (yield* secretOf(secret)) ?? newSecret()
  const untilMillis = keepPrevious ? (yield* Clock.currentTimeMillis) + Duration.toMillis(OVERLAP) : undefined
  if (!(yield* (yield* Subscriptions).replaceSecret(id, next, untilMillis))) return yield* notReplaced
  return { secret: next, untilMillis }
})
