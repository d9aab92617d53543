/** Keeps promises that a plugin's function left behind from ending the process. */
import * as Effect from "effect/Effect"

/**
 * Logs each promise that is rejected and that nothing handles, unless the program already listens to these itself.
 * Without a listener, Node ends the process. Returns a function that stops it.
 * @param redact removes secrets from the log's text
 */
export const logRejections = (redact: (text: string) => string = (text) => text): Effect.Effect<() => void> =>
  Effect.map(Effect.context(), (context) => {
    const log = (cause: unknown) => {
      const words = cause instanceof Error ? `: ${redact(cause.message)}` : ""
      const line = `A promise of a plugin was rejected, and nothing handled it${words}`
      void Effect.runForkWith(context)(Effect.logWarning(line))
    }
    if (process.listenerCount("unhandledRejection") > 0) return () => {}
    process.on("unhandledRejection", log)
    return () => void process.off("unhandledRejection", log)
  })
