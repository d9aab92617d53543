/** Prints a release check as a table: each row as soon as it is known, with its error below, and a final verdict. */

export interface Row {
  readonly check: string
  readonly subject: string
  /** Version of Node it ran on, if that matters. */
  readonly node?: string
}

export interface Report {
  /**
   * Does the work and prints its row, with the work's result as a note. Never fails; failures count for the verdict.
   */
  readonly check: (row: Row, work: () => Promise<string | void>) => Promise<void>
  readonly failures: () => number
}

const line = (mark: string, { check, subject, node = "" }: Row, seconds: string, note: string): string =>
  `${mark.padEnd(5)}${check.padEnd(14)}${subject.padEnd(49)}${node.padEnd(9)}${seconds.padStart(7)}  ${note}`.trimEnd()

export const makeReport = (write: (text: string) => void): Report => {
  let failures = 0
  write(`${line("", { check: "check", subject: "package", node: "node" }, "seconds", "")}\n`)
  return {
    failures: () => failures,
    check: async (row, work) => {
      const startMillis = performance.now()
      const seconds = () => ((performance.now() - startMillis) / 1000).toFixed(1)
      try {
        const note = await work()
        write(`${line("ok", row, seconds(), note ?? "")}\n`)
      } catch (error) {
        failures += 1
        const why = error instanceof Error ? error.message : String(error)
        write(`${line("FAIL", row, seconds(), "")}\n${why.trim().replace(/^/gm, "       ")}\n`)
      }
    }
  }
}
