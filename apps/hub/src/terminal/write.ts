/** Writes to a standard stream and waits until it is out. A reader that went away, such as `head`, is no failure. */
import * as Effect from "effect/Effect"

const write = (stream: NodeJS.WriteStream, text: string): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    // A stream that breaks says so to the callback and as an event; unheard, the event would end the process.
    const ignore = () => {}
    stream.on("error", ignore)
    stream.write(text, () => {
      stream.off("error", ignore)
      resume(Effect.void)
    })
  })

export const out = (text: string): Effect.Effect<void> => Effect.suspend(() => write(process.stdout, `${text}\n`))

export const err = (text: string): Effect.Effect<void> => Effect.suspend(() => write(process.stderr, `${text}\n`))
