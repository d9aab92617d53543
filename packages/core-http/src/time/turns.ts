/** Runs long work in slices, so that other fibers can run in between. */
import * as Effect from "effect/Effect"

/** Resumes after the other work that waits to run. */
const afterOthers: Effect.Effect<void> = Effect.callback((resume) => {
  const finish = () => resume(Effect.void)
  if (typeof setImmediate === "function") setImmediate(finish)
  else setTimeout(finish)
})

/** A slice ends with the first step that finishes after this time. */
const SLICE_MILLIS = 8

/**
 * Runs a generator to its end and returns its result. Other work can run between its steps.
 * @param failureOf maps a thrown value to a failure; `undefined` for a bug
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
    // Yields first, because what came before, such as reading the bytes, already took its time.
    return Effect.andThen(afterOthers, slice)
  })

/** Runs a generator to its end without yielding, and returns its result. */
export const atOnce = <A>(steps: Generator<void, A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
