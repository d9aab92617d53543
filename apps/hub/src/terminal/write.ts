/**
 * Writes to a standard stream and waits until the text is out. A reader that has gone away, such as `head`, is not a
 * failure.
 */
import * as Effect from "effect/Effect"

import { isEndOfReader } from "./lost-output.ts"

const write = (stream: NodeJS.WriteStream, text: string): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    // A broken stream reports to the callback and emits an event. Without a listener, that event would end the process.
    const ignore = () => {}
    stream.on("error", ignore)
    stream.write(text, () => {
      stream.off("error", ignore)
      resume(Effect.void)
    })
  })

export const out = (text: string): Effect.Effect<void> => Effect.suspend(() => write(process.stdout, `${text}\n`))

export const err = (text: string): Effect.Effect<void> => Effect.suspend(() => write(process.stderr, `${text}\n`))

/** Ends when a write shows that the reader of standard output has gone away. */
export const readerGone: Effect.Effect<void> = Effect.callback((resume) => {
  const look = (error: NodeJS.ErrnoException) => {
    if (isEndOfReader(error)) resume(Effect.void)
  }
  process.stdout.on("error", look)
  return Effect.sync(() => void process.stdout.off("error", look))
})
