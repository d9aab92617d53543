/**
 * Removes the secrets of the connected accounts from a step's errors. The client already redacts what the provider
 * echoes; this covers our own messages, which may quote the input, and unexpected errors, whose text may contain
 * anything.
 */
import { defined } from "@inlay/core-http/json-object"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Redacted from "effect/Redacted"

const load = () => import("./redacted-cause.ts")

/**
 * Loads what removes secrets, so that it is there when a call fails: the files of a hub that runs for weeks may be
 * replaced by those of another version. The extension's worker, which starts for each click, starts without it.
 */
export const loadRedaction: Effect.Effect<void> = Effect.sync(() => {
  load().catch(() => {})
})

const CANNOT_BE_SHOWN = "It failed. No more can be shown, because the program's files were replaced while it ran."

/**
 * What may be passed on of a failure whose secrets cannot be removed: that it failed, what was charged, and whether it
 * may be done.
 */
const withoutText = (cause: Cause.Cause<ProviderError>): Cause.Cause<ProviderError> =>
  Cause.fromReasons(
    cause.reasons.map((reason) => {
      if (reason._tag === "Interrupt") return reason
      if (reason._tag === "Die") return Cause.makeDieReason(new Error(CANNOT_BE_SHOWN))
      const { provider, charged, outcome } = reason.error
      const remedy = { to: "read", text: "Restart the program." } as const
      return Cause.makeFailReason(
        new ProviderError({
          provider,
          operation: "run",
          reason: { _tag: "Decode", what: CANNOT_BE_SHOWN, remedy },
          ...defined({ charged, outcome })
        })
      )
    })
  )

/**
 * Removes secrets from an effect's failures.
 *
 * @param secrets read only if the effect fails
 */
export const withoutSecrets =
  (secrets: Effect.Effect<ReadonlyArray<Redacted.Redacted>>) =>
  <A, R>(effect: Effect.Effect<A, ProviderError, R>): Effect.Effect<A, ProviderError, R> =>
    Effect.catchCause(effect, (cause) => {
      if (cause.reasons.every(({ _tag }) => _tag === "Interrupt")) return Effect.failCause(cause)
      return Effect.flatMap(Effect.exit(Effect.promise(load)), (loaded) =>
        Exit.isFailure(loaded)
          ? Effect.failCause(withoutText(cause))
          : Effect.flatMap(secrets, (all) => Effect.failCause(loaded.value.redactedCause(cause, all)))
      )
    })
