/**
 * A queue for a number of places: first come, first served. Joining, leaving and being served take the same time however
 * many wait; Effect's Semaphore goes through all of its waiters with every release.
 */
import * as Effect from "effect/Effect"

interface Waiter {
  previous: Waiter | undefined
  next: Waiter | undefined
  hasPlace: boolean
  wake: (() => void) | undefined
}

/** Places that are taken in turn. */
export interface Queue {
  /** Runs when a place is free, and frees it in the end. */
  readonly withPlace: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Work that waits for its turn, first come first served.
 * @param places how many may run at once
 */
export const make = (places: number): Queue => {
  let free = places
  let first: Waiter | undefined
  let last: Waiter | undefined

  const join = (): Waiter => {
    const waiter: Waiter = { previous: last, next: undefined, hasPlace: false, wake: undefined }
    if (last === undefined) first = waiter
    else last.next = waiter
    last = waiter
    return waiter
  }
  const remove = ({ previous, next }: Waiter) => {
    if (previous === undefined) first = next
    else previous.next = next
    if (next === undefined) last = previous
    else next.previous = previous
  }
  /** A place goes straight to who has waited longest: who comes now cannot take it in between. */
  const release = () => {
    const waiter = first
    if (waiter === undefined) {
      free += 1
      return
    }
    remove(waiter)
    waiter.hasPlace = true
    waiter.wake?.()
  }
  const wait = (waiter: Waiter) =>
    Effect.callback<void>((resume) => {
      if (waiter.hasPlace) resume(Effect.void)
      // Yields first: a thousand short stays would run within each other.
      else waiter.wake = () => resume(Effect.yieldNow)
    })
  return {
    withPlace: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          if (free > 0) {
            free -= 1
            return Effect.ensuring(restore(effect), Effect.sync(release))
          }
          const waiter = join()
          // One end for the wait and the stay: an interruption between the two must not lose the place.
          return Effect.ensuring(
            restore(Effect.flatMap(wait(waiter), () => effect)),
            Effect.sync(() => (waiter.hasPlace ? release() : remove(waiter)))
          )
        })
      )
  }
}
