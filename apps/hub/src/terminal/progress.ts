/** Shows one progress line on standard error, on a terminal only, and clears it when the work is done. */
import * as Effect from "effect/Effect"

import { screenOf } from "./Screen.ts"
import * as write from "./write.ts"

/** No progress is shown for fast operations. */
const DELAY = "300 millis"
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
const CLEAR = "\r\u001b[2K"

/** Writes a line that stays, above a progress line. */
export const noteAbove = (text: string): Effect.Effect<void> =>
  Effect.suspend(() => write.err(`${process.stderr.isTTY ? CLEAR : ""}${text}`))

/** @param label describes the work; a function is called for each drawing */
export const withProgress =
  (label: string | (() => string)) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const { stderr, env } = process
      if (!stderr.isTTY || env["TERM"] === "dumb") return effect
      const { style, columns } = screenOf(stderr, env)
      let frame = 0
      const draw = Effect.sync(() => {
        const words = typeof label === "string" ? label : label()
        const text = `${FRAMES[frame++ % FRAMES.length]} ${words}`.slice(0, columns - 1)
        stderr.write(CLEAR + style.dim(text))
      })
      const clear = Effect.sync(() => {
        if (frame > 0) stderr.write(CLEAR)
      })
      const drawing = Effect.delay(Effect.forever(Effect.andThen(draw, Effect.sleep("100 millis"))), DELAY)
      return Effect.ensuring(Effect.raceFirst(effect, drawing), clear)
    })
