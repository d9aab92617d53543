/** Lets one effect run after the other. Effect's Semaphore, which can do more, is 2 KB of the worker. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

/** Returns a function whose effects run one at a time, in the order in which they begin. */
export const oneAtATime = () => {
  let last: Effect.Effect<void> = Effect.void
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) => {
      const before = last
      const end = Deferred.makeUnsafe<void>()
      last = Deferred.await(end)
      // Of one that is interrupted while it waits, the turn ends with that of the one before it.
      const leave = Effect.forkDetach(Effect.andThen(before, Deferred.succeed(end, undefined)), {
        startImmediately: true
      })
      return Effect.ensuring(restore(Effect.andThen(before, effect)), leave)
    })
}
