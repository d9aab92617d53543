/** Standard output that could not be written, as onto a full disk: said once, and the program fails. */

/** A reader that went away, such as `head`, ends the output, not the program. */
const isEndOfReader = ({ code }: NodeJS.ErrnoException): boolean => code === "EPIPE"

let isLost = false

/** Whether something that was to be printed is missing. */
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
