/** One line on standard error that says what is under way, on a terminal only, gone when it is done. */
import * as Effect from "effect/Effect"

import { screenOf } from "./Screen.ts"

/** Answers that come at once need no word. */
const DELAY = "300 millis"
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
const CLEAR = "\r\u001b[2K"

/** @param label what is under way; a function is asked for each drawing */
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
