// Holds responses until the control API releases them. Tests use this in place of delays, which a busy machine can
// miss.

/** Holds responses back. */
export interface Gate {
  /** Queues a response until the gate is released. */
  readonly hold: (answer: () => void) => void
  /** Sends the held responses, and returns how many there were. */
  readonly release: () => number
}

/** Creates a gate that holds nothing yet. */
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
