// Answers that wait until the control API lets them go, in place of a delay that a busy machine misses.

/** Holds answers back. */
export interface Gate {
  /** Keeps the sending of an answer for later. */
  readonly hold: (answer: () => void) => void
  /** Sends what is held, and gives how many answers that were. */
  readonly release: () => number
}

/** A gate that holds nothing yet. */
export const makeGate = (): Gate => {
  let waiting: ReadonlyArray<() => void> = []
  return {
    hold: (answer) => {
      waiting = [...waiting, answer]
    },
    release: () => {
      const answers = waiting
      waiting = []
      for (const answer of answers) answer()
      return answers.length
    }
  }
}
