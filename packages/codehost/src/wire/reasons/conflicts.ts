/** Tells which kind of conflict a response reports, from the service's message. */
import type { Conflict } from "@inlay/core-http/ProviderError"

import { after } from "./service-words.ts"

type Cause = NonNullable<Conflict["because"]>

const CAUSES: ReadonlyArray<readonly [words: RegExp, because: Cause]> = [
  [/already (exists|been taken)|exists already/i, "exists"],
  // The file's blob is not the one that was named, or the file exists although no blob was named.
  [/does not match|wasn't supplied/, "changed"],
  // Somebody else committed first, so git could not move the branch, or a merge was prepared for an older commit.
  [
    /branch was modified|is at \w+ but expected|expected to be at|fast[- ]forward|reference update failed|already in progress/i,
    "overtaken"
  ],
  [/is empty/i, "empty"]
]

/** What an answer about an empty repository means. The service also sends a 404 for its contents. */
export const emptyRepository = (words: string) => ({
  what: `The repository has no commit yet${after(words)}`,
  remedy: { to: "changeState" } as const
})

/** Returns the conflict that a message reports, with its cause if the message is recognized. */
export const conflict = (words: string): Conflict => {
  const because = CAUSES.find(([pattern]) => pattern.test(words))?.[1]
  if (because === "empty") return { _tag: "Conflict", ...emptyRepository(words), because }
  return {
    _tag: "Conflict",
    what: `The service reports a conflict${after(words)}`,
    remedy: { to: because === "exists" ? "chooseAnotherName" : "readAgain" },
    ...(because !== undefined && { because })
  }
}
