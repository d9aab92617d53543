/**
 * What a plugin prints. Standard output has the program's answer or, over MCP, its messages, and nothing else: a
 * `console.log` in a plugin's function would make them unreadable.
 */
import * as Effect from "effect/Effect"

/** Everything that the console prints goes to standard error, until the function that this returns is called. */
export const printToStandardError: Effect.Effect<() => void> = Effect.sync(() => {
  const { log, info, debug, dir, error } = console
  Object.assign(console, { log: error, info: error, debug: error, dir: (value: unknown) => error(value) })
  return () => void Object.assign(console, { log, info, debug, dir })
})
