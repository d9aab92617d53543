/**
 * Lanes: calls of one go one at a time, in the order in which they came, each no sooner than a pause after the one before
 * has ended. A turn in which nothing was sent is followed by no pause.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** How long a lane rests between two calls. */
export interface Lane {
  readonly pauseMillis: number
}

/** One call's turn: whether it was used to send something. */
export const Turn = Context.Reference<{ used: boolean } | undefined>("@inlay/core-http/Lanes/Turn", {
  defaultValue: () => undefined
})

interface Queue extends Lane {
  readonly turns: Semaphore.Semaphore
  /** Unix time in milliseconds at which the last pause ends. */
  freeAtMillis: number
  /** Those that wait, and the one whose turn it is. */
  calls: number
}

const queue = (lane: Lane): Queue => ({ ...lane, turns: Semaphore.makeUnsafe(1), freeAtMillis: 0, calls: 0 })

const turnIn = <A, E, R>(lane: Queue, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const restMillis = lane.freeAtMillis - (yield* Clock.currentTimeMillis)
    if (restMillis > 0) yield* Effect.sleep(restMillis)
    const turn = { used: false }
    return yield* Effect.ensuring(
      Effect.provideService(effect, Turn, turn),
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (turn.used) lane.freeAtMillis = now + lane.pauseMillis
      })
    )
  })

/** A lane that was not given has no pause. */
export const make = (given: Readonly<Record<string, Lane>>) => {
  const queues = new Map(Object.entries(given).map(([name, lane]) => [name, queue(lane)]))
  const queueOf = (name: string): Queue => {
    const found = queues.get(name) ?? queue({ pauseMillis: 0 })
    queues.set(name, found)
    return found
  }
  return {
    /** Runs when its turn has come. */
    inTurn: <A, E, R>(name: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      // Masked, so that no interruption comes between joining the queue and leaving it.
      Effect.uninterruptibleMask((restore) => {
        const lane = queueOf(name)
        lane.calls += 1
        return Effect.ensuring(
          restore(lane.turns.withPermit(turnIn(lane, effect))),
          Effect.sync(() => {
            lane.calls -= 1
          })
        )
      }),
    /** The least milliseconds that one who comes now waits for its turn. */
    leastWaitMillis: (name: string, now: number): number => {
      const { freeAtMillis, calls, pauseMillis } = queueOf(name)
      return Math.max(0, freeAtMillis - now) + calls * pauseMillis
    }
  }
}
