/** Effect as the worker carries it. Nobody traces a worker, and what makes spans is 5 KB of it: here a span is its effect. */
import type { Effect } from "effect/Effect"

export * from "effect/Effect"

/** In both of its forms: over an effect, or given one later. */
export const withSpan = (effectOrName: unknown): unknown =>
  typeof effectOrName === "string" ? <A, E, R>(effect: Effect<A, E, R>) => effect : effectOrName
