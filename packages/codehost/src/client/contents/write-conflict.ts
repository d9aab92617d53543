/**
 * Explains why a file was not written: the file changed, its branch moved, or a rule or state of the repository forbids
 * the write.
 */
import type { Conflict } from "@inlay/core-http/ProviderError"

/** Returns a better reason for the conflict of a write to `path`. Nothing was written in any of these cases. */
export const writeConflict = (path: string, branch: string | undefined, reason: Conflict): Conflict => {
  switch (reason.because) {
    case "changed":
      return {
        ...reason,
        what: `${path} has changed since it was read${branch === undefined ? "" : ` on ${branch}`}: ${reason.what}`,
        remedy: { to: "readAgain" },
        nothing: "changed"
      }
    case "overtaken":
      return {
        ...reason,
        what: `${branch ?? "The default branch"} moved in the meantime: ${reason.what}`,
        remedy: { to: "retry" },
        nothing: "changed"
      }
    default:
      return { ...reason, nothing: "changed" }
  }
}
