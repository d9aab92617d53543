/**
 * What a plugin prints. Standard output has the program's answer or, over MCP, its messages, and nothing else: a
 * `console.log` in a plugin's function would make them unreadable.
 */
import * as Effect from "effect/Effect"

type Write = (text: string | Uint8Array, onWritten?: () => void) => boolean

/** The stream's own function, while plugins are kept from it. */
let own: Write | undefined

/** Writes to standard output like `process.stdout.write`, also while plugins are kept from it. */
export const writeToStandardOutput: Write = (text, onWritten) =>
  own === undefined ? process.stdout.write(text, onWritten) : own(text, onWritten)

/**
 * Everything that is printed goes to standard error, by the console or with `process.stdout.write`, until the function
 * that this returns is called. The program itself writes with `writeToStandardOutput`.
 */
export const printToStandardError: Effect.Effect<() => void> = Effect.sync(() => {
  if (own !== undefined) return () => {}
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  own = write
  stdout.write = stderr.write.bind(stderr)
  return () => {
    stdout.write = write
    own = undefined
  }
})
