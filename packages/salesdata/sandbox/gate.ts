// Answers that wait until the control API lets them go, in the place of a time that a busy machine misses.

export interface Gate {
  readonly hold: (then: () => void) => void
  /** Lets go what is held, and says how many that were. */
  readonly release: () => number
}

export const makeGate = (): Gate => {
  let held: Array<() => void> = []
  return {
    hold: (then) => {
      held.push(then)
    },
    release: () => {
      const waiting = held
      held = []
      for (const then of waiting) then()
      return waiting.length
    }
  }
}
