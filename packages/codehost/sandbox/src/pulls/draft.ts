// Changes a pull request between draft and ready for review. Only GraphQL's `markPullRequestReadyForReview` and
// `convertPullRequestToDraft` can do this; the REST API cannot.

import { type Act, recordEvent } from "../issues/events.ts"
import type { PullIssue } from "../issues/issues.ts"
import type { Place } from "../issues/trackers.ts"

export const setDraft = (place: Place, issue: PullIssue, act: Act, draft: boolean): void => {
  if (issue.pull.draft === draft) return
  issue.pull.draft = draft
  issue.updatedAt = act.at
  place.tracker.invalidate()
  recordEvent(place, issue, act, draft ? "convert_to_draft" : "ready_for_review")
}
