/** Warnings about problems that do not decide whether a call succeeds. */
import * as Effect from "effect/Effect"

/** Writes a warning to the program's log. */
export const warn = (text: string): Effect.Effect<void> => Effect.logWarning(text)
