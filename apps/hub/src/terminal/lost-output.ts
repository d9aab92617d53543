/**
 * Detects failed writes to standard output, such as on a full disk. Reports the failure once and makes the program
 * fail.
 */

/** If the reader closes the pipe, as `head` does, output ends without a failure. */
export const isEndOfReader = ({ code }: NodeJS.ErrnoException): boolean => code === "EPIPE"

let isLost = false

/** Whether any output was lost. */
export const isOutputLost = (): boolean => isLost

export const watchOutput = (): void => {
  process.stderr.on("error", () => {})
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isEndOfReader(error) || isLost) return
    isLost = true
    process.exitCode = 1
    process.stderr.write(`What was printed is incomplete: standard output cannot be written (${error.code}).\n`)
  })
}
