/** In the place of core-http's: a library for programs without Effect writes to nobody's console. */
import * as Effect from "effect/Effect"

export const warn = (_text: string): Effect.Effect<void> => Effect.void
