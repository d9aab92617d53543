/** Removes a hook, and before that its webhook at the service if this hub created one. */
import * as Effect from "effect/Effect"

import { Connections } from "../connections.ts"
import type { Hook } from "../hook-rows.ts"
import { Hooks } from "../hooks.ts"

/** Fails without removing anything if the service does not let its webhook be removed. Returns whether it was there. */
export const removeHook = Effect.fnUntraced(function* (hook: Hook) {
  if (hook.remoteId !== undefined) {
    const connected = yield* (yield* Connections).find(hook).pipe(
      // The account was disconnected, for example while the hook was being created.
      Effect.catchIf(
        (error) => error._tag === "ProviderError" && error.reason._tag === "NotFound",
        () => Effect.undefined
      )
    )
    yield* connected?.connection.webhooks?.remove(hook.place, hook.remoteId) ?? Effect.void
  }
  return yield* (yield* Hooks).remove(hook.id)
})
