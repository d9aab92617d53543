/** Replaces core-http's module: a library for programs without Effect does not write to the console. */
import * as Effect from "effect/Effect"

export const warn = (_text: string): Effect.Effect<void> => Effect.void
