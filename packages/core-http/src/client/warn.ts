/** What a program should know of a call that succeeds or fails by itself. */
import * as Effect from "effect/Effect"

/** Writes to the program's log. */
export const warn = (text: string): Effect.Effect<void> => Effect.logWarning(text)
