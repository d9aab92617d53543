/**
 * Writes to a standard stream and waits until the text is out. A reader that has gone away, such as `head`, is not a
 * failure.
 */
import { writeToStandardOutput } from "@inlay/agent-plugin/printing"
import * as Effect from "effect/Effect"

import { isEndOfReader } from "./lost-output.ts"

const writing = (
  stream: NodeJS.WriteStream,
  write: (text: string | Uint8Array, onWritten: () => void) => boolean,
  text: string | Uint8Array
): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    // A broken stream reports to the callback and emits an event. Without a listener, that event would end the process.
    const ignore = () => {}
    stream.on("error", ignore)
    write(text, () => {
      stream.off("error", ignore)
      resume(Effect.void)
    })
  })

/** Writes to standard output as it is, without ending the line. */
export const raw = (text: string | Uint8Array): Effect.Effect<void> =>
  Effect.suspend(() => writing(process.stdout, writeToStandardOutput, text))

export const out = (text: string): Effect.Effect<void> => raw(`${text}\n`)

export const err = (text: string): Effect.Effect<void> =>
  Effect.suspend(() => writing(process.stderr, (all, onWritten) => process.stderr.write(all, onWritten), `${text}\n`))

/** Ends when a write shows that the reader of standard output has gone away. */
export const readerGone: Effect.Effect<void> = Effect.callback((resume) => {
  const look = (error: NodeJS.ErrnoException) => {
    if (isEndOfReader(error)) resume(Effect.void)
  }
  process.stdout.on("error", look)
  return Effect.sync(() => void process.stdout.off("error", look))
})
