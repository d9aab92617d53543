/**
 * The paths that people write where no shell replaces `~`: at a question, after `key_file=`, `--data=` or `@`, in a
 * configuration.
 */
import { homedir } from "node:os"
import { join } from "node:path"

/** Replaces `~/` by the home directory, and removes the quotation marks that Windows' “Copy as path” adds. */
export const filePath = (written: string, home: () => string = homedir): string => {
  const path = written.replace(/^"(.+)"$/, "$1")
  return /^~[/\\]/.test(path) ? join(home(), path.slice(2)) : path
}
