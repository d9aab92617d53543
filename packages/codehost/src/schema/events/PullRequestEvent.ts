/** A pull request as its events report it. */
import * as Schema from "effect/Schema"

import { changeFields, threadFields } from "./IssueEvent.ts"

/** The status of a pull request, in the terms of the specification. */
export const PullRequestStatus = Schema.Literals(["draft", "ready_for_review", "closed", "merged"])
export type PullRequestStatus = typeof PullRequestStatus.Type

/** A pull request. */
export const PullRequestEvent = Schema.Struct({
  ...threadFields,
  status: PullRequestStatus,
  draft: Schema.Boolean,
  merged: Schema.Boolean,
  /** Branch to merge, including its slashes. */
  head: Schema.String,
  /** `owner/repo` of the branch to merge; absent if the fork was deleted. */
  head_repository: Schema.optionalKey(Schema.String),
  base: Schema.String,
  sha: Schema.String
})
export type PullRequestEvent = typeof PullRequestEvent.Type

/** A pull request that was opened or marked as ready for review. */
export const PullRequestOpened = Schema.Struct({
  ...PullRequestEvent.fields,
  /** `opened` or `ready_for_review`. */
  action: Schema.String
})
export type PullRequestOpened = typeof PullRequestOpened.Type

/** A pull request that was changed. */
export const PullRequestChanged = Schema.Struct({
  ...PullRequestEvent.fields,
  /** Login of the user who changed it; a poll does not say who pushed commits. */
  actor: PullRequestEvent.fields.actor,
  ...changeFields
})
export type PullRequestChanged = typeof PullRequestChanged.Type
