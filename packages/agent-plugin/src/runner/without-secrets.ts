/**
 * Removes the secrets of the connected accounts from a step's errors. The client already redacts what the provider
 * echoes; this covers our own messages, which may quote the input, and unexpected errors, whose text may contain
 * anything.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/**
 * Removes secrets from an effect's failures. What removes them is loaded with the first failure: the extension's worker
 * starts for each click, and hardly any call fails.
 *
 * @param secrets read only if the effect fails
 */
export const withoutSecrets =
  (secrets: Effect.Effect<ReadonlyArray<Redacted.Redacted>>) =>
  <A, R>(effect: Effect.Effect<A, ProviderError, R>): Effect.Effect<A, ProviderError, R> =>
    Effect.catchCause(effect, (cause) =>
      cause.reasons.every(({ _tag }) => _tag === "Interrupt")
        ? Effect.failCause(cause)
        : Effect.flatMap(
            Effect.all([secrets, Effect.promise(() => import("./redacted-cause.ts"))]),
            ([all, { redactedCause }]) => Effect.failCause(redactedCause(cause, all))
          )
    )
