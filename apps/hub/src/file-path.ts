/** The paths of files that people write where no shell reads them: at a question, after `key_file=`, in a configuration. */
import { homedir } from "node:os"
import { join } from "node:path"

/** Replaces `~/` by the home directory, and removes the quotation marks that Windows' “Copy as path” adds. */
export const filePath = (written: string): string => {
  const path = written.replace(/^"(.+)"$/, "$1")
  return /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path
}
