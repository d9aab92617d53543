/**
 * Warnings about problems that do not decide whether a call succeeds. A module of its own, because the clients for
 * programs without Effect are bundled with another that writes nothing (`tooling/release/src/build/stand-ins`).
 */
import * as Effect from "effect/Effect"

/** Writes a warning to the program's log. */
export const warn = (text: string): Effect.Effect<void> => Effect.logWarning(text)
