/** Replaces the secret that signs a subscription's deliveries, without a gap for its receiver. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { hubError } from "../../hub-error.ts"
import { newSecret } from "../dispatch/signature.ts"
import { secretOf } from "./request/fields.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** How long a replaced secret still signs: so long, a receiver can be given the new one without a gap. */
const OVERLAP = Duration.hours(24)

const NOT_REPLACED = {
  changed: hubError("subscriptions", {
    _tag: "Conflict",
    because: "changed",
    what: "The secret was not replaced: it was replaced by another request at the same time.",
    remedy: { to: "readAgain" },
    nothing: "changed"
  }),
  unreadable: hubError("subscriptions", {
    _tag: "Refused",
    guard: "vault",
    what: "The secret was not replaced: the one before cannot be read, so it cannot sign for another day.",
    remedy: {
      to: "read",
      text: "If its key is lost, send `keepPrevious: false`, and give the receiver the new secret at once."
    },
    nothing: "changed"
  })
}

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
  const outcome = yield* (yield* Subscriptions).replaceSecret(id, next, untilMillis)
  if (outcome !== "replaced") return yield* NOT_REPLACED[outcome]
  return { secret: next, untilMillis }
})
