/**
 * Lanes: the calls of a lane run one at a time, in the order in which they arrive, with a pause after the end of each.
 * There is no pause after a turn in which nothing was sent. Calls of one process wait in a queue; the store assigns
 * turns between processes that share it.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { restLeftMillis, type BudgetStore } from "./BudgetStore.ts"
import { leaseEnd } from "./lease.ts"
import * as Queue from "./queue.ts"

/** How long a lane rests between two calls. */
export interface Lane {
  readonly pauseMillis: number
}

/** One call's turn: whether it was used to send something. */
export const Turn = Context.Reference<{ used: boolean } | undefined>("@inlay/core-http/Lanes/Turn", {
  defaultValue: () => undefined
})

/** The holder that asks for turns, and the store that it asks. */
export interface Asker {
  readonly store: BudgetStore<never>
  readonly scope: string
  readonly holder: string
}

interface LocalLane extends Lane {
  readonly name: string
  readonly queue: Queue.Queue
  /** Unix time in milliseconds at which the last pause ends, as far as this process knows. */
  freeAtMillis: number
  /** Calls that wait, plus the one whose turn it is. */
  calls: number
}

const localLane = (name: string, { pauseMillis }: Lane): LocalLane => ({
  name,
  pauseMillis,
  queue: Queue.make(1),
  freeAtMillis: 0,
  calls: 0
})

/** @param untilMillis Unix time by which the turn is certainly over */
const inTurn = <A, E, R>(
  lane: LocalLane,
  { store, scope, holder }: Asker,
  effect: Effect.Effect<A, E, R>,
  untilMillis: number | undefined
): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const { name, pauseMillis } = lane
      for (;;) {
        const nowMillis = yield* Clock.currentTimeMillis
        const leaseEndsMillis = leaseEnd(nowMillis, untilMillis)
        const result = yield* store.turn({ scope, lane: name, holder, nowMillis, pauseMillis, leaseEndsMillis })
        if (result._tag === "Turn") break
        lane.freeAtMillis = nowMillis + result.waitMillis
        yield* restore(Effect.sleep(result.waitMillis))
      }
      const turn = { used: false }
      const end = Effect.flatMap(Clock.currentTimeMillis, (nowMillis) => {
        const restMillis = turn.used ? pauseMillis : 0
        lane.freeAtMillis = nowMillis + restMillis
        return store.endTurn({ scope, lane: name, holder, nowMillis }, restMillis)
      })
      return yield* Effect.ensuring(restore(Effect.provideService(effect, Turn, turn)), end)
    })
  )

/** Creates the lanes of an account. A lane without an entry has no pause. */
export const make = (lanes: Readonly<Record<string, Lane>>) => {
  const local = new Map(Object.entries(lanes).map(([name, lane]) => [name, localLane(name, lane)]))
  const laneOf = (name: string): LocalLane => {
    const lane = local.get(name) ?? localLane(name, { pauseMillis: 0 })
    local.set(name, lane)
    return lane
  }
  return {
    /** Runs the effect when its turn has come. */
    inTurn: <A, E, R>(name: string, asker: Asker, effect: Effect.Effect<A, E, R>, untilMillis?: number) =>
      // Uninterruptible, so that no interruption comes between joining the queue and leaving it.
      Effect.uninterruptibleMask((restore) => {
        const lane = laneOf(name)
        lane.calls += 1
        return Effect.ensuring(
          restore(lane.queue.withPlace(inTurn(lane, asker, effect, untilMillis))),
          Effect.sync(() => {
            lane.calls -= 1
          })
        )
      }),
    /** The least time in milliseconds that a call which arrives now has to wait for its turn. */
    leastWaitMillis: (name: string, now: number): number => {
      const { freeAtMillis, calls, pauseMillis } = laneOf(name)
      return restLeftMillis(freeAtMillis, now, pauseMillis) + calls * pauseMillis
    }
  }
}
