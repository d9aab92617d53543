import * as Effect from "effect/Effect"

/** Logs why something failed in the background, for whose outcome nobody waits. */
export const logFailure = ({ message }: { readonly message: string }): Effect.Effect<void> => Effect.logError(message)
