/**
 * Replaces `effect/Effect` in the worker. The worker's log is the browser's console. Effect's own loggers also write to
 * traces, of which the worker has none, and print causes, which is 4 KB.
 */
import * as Effect from "effect/Effect"

export * from "effect/Effect"

const logTo =
  (level: "warn" | "error") =>
  (...message: ReadonlyArray<unknown>): Effect.Effect<void> =>
    Effect.sync(() => console[level](...message))

export const logWarning = logTo("warn")
export const logError = logTo("error")

/** Effect's own can also log what it ignores. */
export const ignore = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.orElseSucceed(Effect.asVoid(effect), () => undefined)
