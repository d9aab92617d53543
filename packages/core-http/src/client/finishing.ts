/** What becomes of a paid call that is interrupted after its request was sent. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"

import type { Progress } from "./attempts.ts"

/**
 * Whether an interruption (a cancelled tool call, a client that disconnects) waits for a paid call whose request was
 * sent, within the call's time limit. Its answer is then cached and its charge known, so the next call has it for free.
 * A call that has not been sent is never sent. Default: the request is aborted, and its charge is unknown.
 */
export const FinishesPurchases = Context.Reference<boolean>("@inlay/core-http/FinishesPurchases", {
  defaultValue: () => false
})

/**
 * Completes when the program waits no longer for the paid calls that it finishes, such as some time after it began to
 * stop. Their requests are then aborted, and their charges are unknown. Default: never, so only time limits end them.
 */
export const FinishesUntil = Context.Reference<Effect.Effect<void>>("@inlay/core-http/FinishesUntil", {
  defaultValue: () => Effect.never
})

/**
 * Lets an interrupted purchase that was sent go on to its end, if the program finishes those. If it succeeds, nothing
 * is left open, which `progress` then says.
 */
export const finishing = <A, E, R>(
  purchase: Effect.Effect<A, E, R>,
  progress: Pick<Progress, "mayBeServed">
): Effect.Effect<A, E, R> => {
  const ending = (fiber: Fiber.Fiber<A, E>) =>
    Effect.raceFirst(
      Effect.interruptible(Fiber.await(fiber)),
      Effect.interruptible(Effect.flatMap(FinishesUntil, identity))
    ).pipe(
      // Does nothing to one that has ended.
      Effect.andThen(Fiber.interrupt(fiber)),
      Effect.andThen(Fiber.await(fiber)),
      Effect.map((exit) => {
        if (exit._tag === "Success") progress.mayBeServed = false
      })
    )
  const finished = Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkChild(purchase), (fiber) =>
      Effect.onInterrupt(restore(Fiber.join(fiber)), () =>
        progress.mayBeServed ? ending(fiber) : Fiber.interrupt(fiber)
      )
    )
  )
  return Effect.flatMap(FinishesPurchases, (finishes) => (finishes ? finished : purchase))
}
