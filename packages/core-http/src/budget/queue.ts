/**
 * A first-come-first-served queue for a limited number of places. Joining, leaving and releasing take constant time,
 * however many calls wait; Effect's Semaphore goes through all of its waiters at every release.
 */
import * as Effect from "effect/Effect"

interface Waiter {
  previous: Waiter | undefined
  next: Waiter | undefined
  hasPlace: boolean
  wake: (() => void) | undefined
}

/** A limited number of places that are taken in turn. */
export interface Queue {
  /** Runs the effect when a place is free, and releases the place afterwards. */
  readonly withPlace: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Creates a queue.
 * @param places how many effects may run at once, 1 or more
 */
export const make = (places: number): Queue => {
  if (!(places >= 1)) throw new RangeError("no places")
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
  /** Passes the place directly to the longest waiter, so that a new call cannot take it in between. */
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
      // Yields first. Otherwise a thousand short stays would run nested inside one another.
      else waiter.wake = () => resume(Effect.yieldNow)
    })
  return {
    withPlace: (effect) =>
      Effect.uninterruptibleMask((restore) => {
        if (free > 0) {
          free -= 1
          return Effect.ensuring(restore(effect), Effect.sync(release))
        }
        const waiter = join()
        // One finalizer covers both the wait and the stay, so that an interruption between the two does not lose the
        // place.
        return Effect.ensuring(
          restore(Effect.flatMap(wait(waiter), () => effect)),
          Effect.sync(() => (waiter.hasPlace ? release() : remove(waiter)))
        )
      })
  }
}

/**
 * Creates queues by key: at most `places` effects of a key run at once. A key that no effect uses or waits for takes no
 * memory.
 */
export const makeByKey = () => {
  const queues = new Map<string, { readonly queue: Queue; users: number }>()
  return <A, E, R>(key: string, places: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const own = queues.get(key) ?? { queue: make(places), users: 0 }
      queues.set(key, own)
      own.users += 1
      const leave = Effect.sync(() => {
        own.users -= 1
        if (own.users === 0) queues.delete(key)
      })
      return Effect.ensuring(own.queue.withPlace(effect), leave)
    })
}
