// Finds pull requests by number and by branch.

import { type Context, wholeParam } from "../frame/context.ts"
import { notFound } from "../frame/errors.ts"
import { isPull, type PullIssue } from "../issues/issues.ts"
import type { Place } from "../issues/trackers.ts"
import { followBranches } from "./branches.ts"

export const pullsOf = ({ tracker }: Place): ReadonlyArray<PullIssue> => tracker.issues.filter(isPull)

/** The pull request in the path, updated to the current state of its branches. */
export const pullOf = (context: Context, place: Place): PullIssue => {
  const issue = place.tracker.find(wholeParam(context, "pull_number"))
  if (issue === undefined || !isPull(issue)) throw notFound()
  followBranches(place)
  return issue
}

export const openPullBetween = (
  place: Place,
  headRepositoryId: number,
  headRef: string,
  baseRef: string
): PullIssue | undefined =>
  pullsOf(place).find(
    ({ pull, state }) =>
      state === "open" &&
      pull.headRepositoryId === headRepositoryId &&
      pull.headRef === headRef &&
      pull.baseRef === baseRef
  )
