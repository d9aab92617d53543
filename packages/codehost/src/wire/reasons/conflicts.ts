/** Which conflict an answer reports, by the service's words. */
import type { Conflict } from "@inlay/core-http/ProviderError"

type Cause = NonNullable<Conflict["because"]>

const CAUSES: ReadonlyArray<readonly [words: RegExp, because: Cause]> = [
  [/could not (create|update|delete) file/i, "rules"],
  [/already (exists|been taken)|exists already/i, "exists"],
  // A file has another blob than the one that was named, or exists although none was named.
  [/does not match|wasn't supplied/, "changed"],
  // Another commit came first, so git could not move the branch.
  [/is at \w+ but expected|expected to be at|fast[- ]forward|reference update failed/i, "overtaken"],
  [/is empty/i, "empty"]
]

/** To be spread into a conflict; empty where the words are none of these. */
export const causeOf = (words: string): Pick<Conflict, "because"> => {
  const because = CAUSES.find(([pattern]) => pattern.test(words))?.[1]
  return because === undefined ? {} : { because }
}
