/**
 * Falls back to memory if a shared store fails, for example because the disk is full or another program holds its lock.
 * No call fails because of it: until the store works again, limits are kept by this process alone, and the log says so
 * once for all accounts.
 */
import * as Effect from "effect/Effect"

import type { StorageError } from "../errors/StorageError.ts"
import { warn } from "../errors/warn.ts"
import { makeMemory, type BudgetStore } from "./BudgetStore.ts"

const reported = /* @__PURE__ */ new WeakSet<BudgetStore>()

/** Returns the store, with memory in its place for every operation that fails. */
export const orMemory = (store: BudgetStore): BudgetStore<never> => {
  const memory = makeMemory()
  const or = <A>(sharedEffect: Effect.Effect<A, StorageError>, own: Effect.Effect<A>) =>
    sharedEffect.pipe(
      Effect.catch((error) => {
        if (reported.has(store)) return own
        reported.add(store)
        const warning = `Rate limits are not shared with other programs for now: ${error.message}`
        return Effect.andThen(warn(warning), own)
      })
    )
  return {
    turn: (request) => or(store.turn(request), memory.turn(request)),
    // Either store may have granted the turn, so both are told that it ended. The other one does nothing.
    endTurn: (turn, pauseMillis) =>
      Effect.andThen(memory.endTurn(turn, pauseMillis), or(store.endTurn(turn, pauseMillis), Effect.void)),
    reserve: (reservation) => or(store.reserve(reservation), memory.reserve(reservation)),
    settle: (settlement) => or(store.settle(settlement), memory.settle(settlement))
  }
}
