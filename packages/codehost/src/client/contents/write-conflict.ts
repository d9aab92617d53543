/** Why a file was not written, by the service's words: the file changed, its branch moved, or a rule forbids it. */
import type { Reason } from "@inlay/core-http/ProviderError"

/** The words of rulesets and of branch protection. */
const RULES =
  /rule violation|protected branch|through a pull request|status check|could not (create|update|delete) file/i

/** States of the repository, not of the file: see `wire/reasons/refusals.ts`. */
const STATES = /^The (repository|conversation|workflow) is |^Actions are /

/** The file has another blob than the one named, or exists although none was named. */
const OTHER_FILE = /does not match|wasn't supplied/

/** Another commit came first, so git could not move the branch. */
const BRANCH_MOVED = /is at \w+ but expected|expected to be at|fast[- ]forward|reference update failed/i

type Conflict = Extract<Reason, { _tag: "Conflict" }>

/** A better reason for the conflict of a write to `path`. Nothing was written in any of them. */
export const writeConflict = (path: string, branch: string | undefined, reason: Conflict): Conflict => {
  const what = reason.what.replace(/^The rules of the branch do not allow this: /, "")
  if (RULES.test(what)) {
    return {
      ...reason,
      what: `The rules of ${branch ?? "the default branch"} do not allow this write: ${what}`,
      fix: "Nothing was written. Write to another branch and open a pull request."
    }
  }
  if (OTHER_FILE.test(what)) {
    return {
      ...reason,
      what: `${path} is not as it was read${branch === undefined ? "" : ` on ${branch}`}: ${what}`,
      fix: "Nothing was overwritten. Read the file again, redo the change on what it holds now, and write with that sha."
    }
  }
  if (BRANCH_MOVED.test(what)) {
    return {
      ...reason,
      what: `${branch ?? "The default branch"} moved meanwhile: ${what}`,
      fix: "Nothing was written. Run it again."
    }
  }
  // For a state, the reason already says what to do.
  return STATES.test(what) ? reason : { ...reason, fix: "Nothing was written. Read the file again before another try." }
}
