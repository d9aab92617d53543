/** Wraps a call in a tracing span. */
import * as Effect from "effect/Effect"
import * as References from "effect/References"

import type { Traced } from "./parts.ts"

/**
 * Checks whether tracing is on, because with tracing off `withSpan` alone would cost as much as the guard, the budget
 * and the reading of a small answer.
 */
export const inSpan: Traced = (name, call) =>
  Effect.flatMap(References.TracerEnabled, (isTraced) =>
    isTraced ? Effect.withSpan(call, name, { captureStackTrace: false }) : call
  )
