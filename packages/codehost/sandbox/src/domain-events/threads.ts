// Turns entries in the history of issues and pull requests into hook events.

import { type EventDetail, type Issue, isPull } from "../issues/issues.ts"
import type { Repository } from "../repositories/repositories.ts"
import { type Before, emit, type WithDomainEvents } from "./domain-events.ts"

interface ThreadPlace {
  readonly world: WithDomainEvents
  readonly repository: Repository
}

/** Hook actions by the name of the history entry. Entries that are not listed cause no event. */
const actions: Readonly<Record<string, string>> = {
  labeled: "labeled",
  unlabeled: "unlabeled",
  assigned: "assigned",
  unassigned: "unassigned",
  milestoned: "milestoned",
  demilestoned: "demilestoned",
  closed: "closed",
  reopened: "reopened",
  locked: "locked",
  unlocked: "unlocked",
  issue_type_added: "typed",
  issue_type_removed: "untyped",
  review_requested: "review_requested",
  review_request_removed: "review_request_removed",
  convert_to_draft: "converted_to_draft",
  ready_for_review: "ready_for_review"
}

export interface ThreadChange {
  readonly detail?: EventDetail
  readonly changes?: Before
  /** SHAs before and after a push to the branch. */
  readonly before?: string
  readonly after?: string
}

/** Queues an `issues` event, or `pull_request` if the issue is a pull request. */
export const emitThreadEvent = (
  { repository, world }: ThreadPlace,
  issue: Issue,
  action: string,
  more: ThreadChange = {}
): void => {
  if (isPull(issue)) emit(world, "pull_request", repository, { action, issue, ...more })
  else emit(world, "issues", repository, { action, issue, ...more })
}

/** Queues the hook event of a history entry, if it has one. */
export const emitHistoryEvent = (place: ThreadPlace, issue: Issue, name: string, detail: EventDetail): void => {
  const action = actions[name]
  if (action !== undefined) emitThreadEvent(place, issue, action, { detail })
  if (detail.kind !== "dismissal" || !isPull(issue)) return
  const review = issue.pull.reviews.find(({ id }) => id === detail.reviewId)
  if (review !== undefined) {
    emit(place.world, "pull_request_review", place.repository, { action: "dismissed", issue, review })
  }
}
