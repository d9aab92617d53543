/** Whether what is written goes to systemd's journal, which notes the time of each line itself. */
import { fstatSync } from "node:fs"

const STANDARD_ERROR = 2

/**
 * The variable stays set for programs whose output is redirected.
 * https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#%24JOURNAL_STREAM
 */
export const isJournal = (env: NodeJS.ProcessEnv, descriptor = STANDARD_ERROR): boolean => {
  const journal = env["JOURNAL_STREAM"]
  if (journal === undefined) return false
  const { dev, ino } = fstatSync(descriptor)
  return journal === `${dev}:${ino}`
}
