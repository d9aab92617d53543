// Finds the issue that a path names.

import { type Context, repositoryOf, wholeParam } from "../frame/context.ts"
import { gone, moved, notFound } from "../frame/errors.ts"
import { repositoryPolicy } from "../policies/policies.ts"
import { type Repository, repositoryNamed } from "../repositories/repositories.ts"
import type { Issue, Milestone } from "./issues.ts"
import { type Place, placeAt } from "./trackers.ts"

export const placeOf = (context: Context): Place => placeAt(context.world, repositoryOf(context))

/** Refuses an issue that was deleted or moved to another repository. */
const checkPresence = ({ method, state, urls, world }: Context, { id }: Repository, number: number): void => {
  const { deletedIssues, movedIssues } = repositoryPolicy(state.policies, id)
  if (deletedIssues.includes(number)) throw gone("This issue was deleted")
  const [name, now] = movedIssues[String(number)]?.split("#") ?? []
  if (name === undefined || now === undefined) return
  throw moved(`${urls.api}/repositories/${repositoryNamed(world, name).id}/issues/${now}`, method !== "GET")
}

/** The issue or pull request named in the path. */
export const issueOf = (context: Context, { repository, tracker }: Place): Issue => {
  const number = wholeParam(context, "issue_number")
  checkPresence(context, repository, number)
  const issue = tracker.find(number)
  // Pull requests remain available when issues are disabled.
  if (!repository.hasIssues && issue?.pull === undefined) throw gone("Issues are disabled for this repo")
  if (issue === undefined) throw notFound()
  return issue
}

export const milestoneOf = (context: Context, { tracker }: Place): Milestone => {
  const number = wholeParam(context, "milestone_number")
  const milestone = tracker.milestones.find((one) => one.number === number)
  if (milestone === undefined) throw notFound()
  return milestone
}
