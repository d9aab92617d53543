// From the history of issues and pull requests to the events that hooks are sent.

import { type EventDetail, type Issue, isPull } from "../issues/data.ts"
import type { Repository } from "../repositories/data.ts"
import { type Before, happen, type WithHappenings } from "./data.ts"

interface ThreadPlace {
  readonly world: WithHappenings
  readonly repository: Repository
}

/** What hooks call each entry of the history; an entry that is not here is no event of its own. */
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
  /** SHAs of a branch that was pushed to. */
  readonly before?: string
  readonly after?: string
}

/** An event of an issue, or of a pull request where it is one. */
export const threadHappens = (
  { repository, world }: ThreadPlace,
  issue: Issue,
  action: string,
  more: ThreadChange = {}
): void => {
  if (isPull(issue)) happen(world, "pull_request", repository, { action, issue, ...more })
  else happen(world, "issues", repository, { action, issue, ...more })
}

/** An entry of the history that hooks are told of too. */
export const historyHappens = (place: ThreadPlace, issue: Issue, name: string, detail: EventDetail): void => {
  const action = actions[name]
  if (action !== undefined) threadHappens(place, issue, action, { detail })
  if (detail.kind !== "dismissal" || !isPull(issue)) return
  const review = issue.pull.reviews.find(({ id }) => id === detail.reviewId)
  if (review !== undefined) {
    happen(place.world, "pull_request_review", place.repository, { action: "dismissed", issue, review })
  }
}
