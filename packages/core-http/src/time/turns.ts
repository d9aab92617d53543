/** Work in slices: long work lets other fibers run between two of them. */
import * as Effect from "effect/Effect"

/** After whatever else waits to run. */
const afterOthers: Effect.Effect<void> = Effect.callback((resume) => {
  const finish = () => resume(Effect.void)
  if (typeof setImmediate === "function") setImmediate(finish)
  else setTimeout(finish)
})

/** A slice ends with the first step that is over after so long. */
const SLICE_MILLIS = 8

/**
 * What a generator gives in the end; others run between its steps.
 * @param failureOf what a thrown value fails with; `undefined` for a bug
 */
export const inTurns = <A, E>(
  work: () => Generator<void, A>,
  failureOf: (thrown: unknown) => E | undefined = () => undefined
): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const steps = work()
    const slice: Effect.Effect<A, E> = Effect.suspend(() => {
      const end = performance.now() + SLICE_MILLIS
      try {
        do {
          const step = steps.next()
          if (step.done === true) return Effect.succeed(step.value)
        } while (performance.now() < end)
        return Effect.andThen(afterOthers, slice)
      } catch (cause) {
        const failure = failureOf(cause)
        if (failure === undefined) throw cause
        return Effect.fail(failure)
      }
    })
    // Whatever came before, such as the reading of the bytes, took its own time.
    return Effect.andThen(afterOthers, slice)
  })

/** What a generator gives in the end, at once. */
export const atOnce = <A>(steps: Generator<void, A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
