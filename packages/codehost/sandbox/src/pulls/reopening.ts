// Checks whether a closed pull request can be reopened.

import { validationFailed } from "../frame/errors.ts"
import { type Issue, isPull } from "../issues/issues.ts"
import type { Place } from "../issues/trackers.ts"
import { headRepository, tipOf } from "./branches.ts"
import { openPullBetween } from "./finding.ts"

const refusal = (message: string) =>
  validationFailed({
    resource: "PullRequest",
    code: "invalid",
    field: "state",
    message: `state cannot be changed. ${message}`
  })

/** Refuses a pull request that cannot be reopened. */
export const checkReopening = (place: Place, issue: Issue): void => {
  if (!isPull(issue) || issue.state === "open") return
  const { pull } = issue
  if (pull.mergedAt !== null) throw refusal("The pull request cannot be reopened.")
  const head = headRepository(place, pull)
  if (head === undefined) throw refusal("The repository that submitted this pull request has been deleted.")
  if (tipOf(head, pull.headRef) === undefined) throw refusal(`The ${pull.headRef} branch has been deleted.`)
  if (tipOf(place.repository, pull.baseRef) === undefined) throw refusal(`The ${pull.baseRef} branch has been deleted.`)
  if (openPullBetween(place, pull.headRepositoryId, pull.headRef, pull.baseRef) !== undefined) {
    throw refusal(`There is already an open pull request from ${pull.headRef} to ${pull.baseRef}.`)
  }
}
