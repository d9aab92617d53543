/**
 * Removes the secrets of the connected accounts from a step's errors. The client already redacts what the provider
 * echoes; this covers our own messages, which may quote the input, and unexpected errors, whose text may contain
 * anything.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

const load = () => import("./redacted-cause.ts")

/**
 * Loads what removes secrets, so that it is there when a call fails: the files of a hub that runs for weeks may be
 * replaced by those of another version. The extension's worker, which starts for each click, starts without it.
 */
export const loadAhead: Effect.Effect<void> = Effect.sync(() => {
  load().catch(() => {})
})

/**
 * Removes secrets from an effect's failures.
 *
 * @param secrets read only if the effect fails
 */
export const withoutSecrets =
  (secrets: Effect.Effect<ReadonlyArray<Redacted.Redacted>>) =>
  <A, R>(effect: Effect.Effect<A, ProviderError, R>): Effect.Effect<A, ProviderError, R> =>
    Effect.catchCause(effect, (cause) =>
      cause.reasons.every(({ _tag }) => _tag === "Interrupt")
        ? Effect.failCause(cause)
        : Effect.flatMap(Effect.all([secrets, Effect.promise(load)]), ([all, { redactedCause }]) =>
            Effect.failCause(redactedCause(cause, all))
          )
    )
