// Random faults: a given share of calls gets a fault, and each kind occurs equally often.

import { makeRandom, type Random } from "./dataset/random.ts"
import { type Fault, chanceFaults, type Operation } from "./faults.ts"

export interface RandomFaults {
  /** Returns the fault for this call, if any. Account requests never get one. */
  readonly take: (operation: Operation) => Fault | undefined
  /** `share` is from 0 (none) to 1 (all). The same seed gives the same faults in the same order. */
  readonly set: (settings: { readonly share: number; readonly seed: number }) => void
  readonly clear: () => void
}

export const makeRandomFaults = (): RandomFaults => {
  let share = 0
  let random: Random = makeRandom(0)
  let deck: Array<Fault> = []
  return {
    take: (operation) => {
      if (operation === "account" || !random.chance(share)) return undefined
      if (deck.length === 0) deck = [...random.sample(chanceFaults, chanceFaults.length)]
      return deck.pop()
    },
    set: (settings) => {
      share = settings.share
      random = makeRandom(settings.seed)
      deck = []
    },
    clear: () => {
      share = 0
    }
  }
}
