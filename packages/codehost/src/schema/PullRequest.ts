/** Pull requests as the service returns them. */
import * as Schema from "effect/Schema"

import { Label, Milestone } from "./Issue.ts"
import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { Team, User } from "./User.ts"

/** The head or base of a pull request. */
const Side = Schema.Struct({
  /** Branch name, including its slashes. */
  ref: Schema.String,
  sha: Schema.String,
  /** `owner:branch`. */
  label: maybe(Schema.String),
  /** Null if the fork was deleted. */
  repo: maybe(Schema.Struct({ full_name: Schema.String }))
})

/** One pull request; lists omit the counts and whether it can be merged. Times are ISO 8601. */
export const PullRequest = Schema.Struct({
  id: Schema.Int,
  node_id: maybe(Schema.String),
  number: Schema.Int,
  title: Schema.String,
  /** Markdown. */
  body: maybe(Schema.String),
  /** `open` or `closed`; a merged pull request is closed and has `merged_at`. */
  state: Schema.String,
  draft: maybe(Schema.Boolean),
  merged: maybe(Schema.Boolean),
  /** Null while the service computes it. */
  mergeable: maybe(Schema.Boolean),
  /** `clean`, `dirty`, `blocked`, `behind`, `draft`, `unstable`, `unknown`. */
  mergeable_state: maybe(Schema.String),
  html_url: Schema.String,
  user: maybe(User),
  /** The branch to merge. */
  head: Side,
  /** The branch to merge into. */
  base: Side,
  labels: maybe(Schema.Array(Label)),
  assignees: maybe(Schema.Array(User)),
  milestone: maybe(Milestone),
  /** Null in place of a deleted account. */
  requested_reviewers: maybe(Schema.Array(Schema.NullOr(User))),
  requested_teams: maybe(Schema.Array(Team)),
  merge_commit_sha: maybe(Schema.String),
  merged_by: maybe(User),
  comments: maybe(Schema.Int),
  commits: maybe(Schema.Int),
  additions: maybe(Schema.Int),
  deletions: maybe(Schema.Int),
  changed_files: maybe(Schema.Int),
  created_at: Schema.String,
  updated_at: Schema.String,
  closed_at: maybe(Schema.String),
  merged_at: maybe(Schema.String)
})
export type PullRequest = typeof PullRequest.Type

/** The result of a merge. */
export const Merge = Schema.Struct({ merged: Schema.Boolean, sha: Schema.String, message: Schema.String })
export type Merge = typeof Merge.Type

/** Identifies a pull request. */
export const PullRequestName = Schema.Struct({ ...Names.repository, pull_number: Names.positive() })
export type PullRequestName = typeof PullRequestName.Type

/** Input for listing pull requests. */
export const PullRequestQuery = Schema.Struct({
  ...Names.repository,
  /** `open` by default. */
  state: Schema.optionalKey(Schema.Literals(["open", "closed", "all"])),
  /** `branch`, or `owner:branch` for the branch of a fork. */
  head: Schema.optionalKey(Names.head()),
  base: Schema.optionalKey(Names.branch()),
  sort: Schema.optionalKey(Schema.Literals(["created", "updated", "popularity", "long-running"])),
  direction: Schema.optionalKey(Schema.Literals(["asc", "desc"]))
})
export type PullRequestQuery = typeof PullRequestQuery.Type

/** Reviewers to request: logins of users and slugs of teams. */
const askedReviewers = {
  reviewers: Schema.optionalKey(Schema.Array(Names.login())),
  team_reviewers: Schema.optionalKey(Schema.Array(Names.name()).annotate({ description: "Team slugs" }))
}

/** Input for creating a pull request. */
export const NewPullRequest = Schema.Struct({
  ...Names.repository,
  title: Names.text(),
  /** The branch to merge, including its slashes. */
  head: Names.head("Branch to merge; owner:branch for a fork's"),
  /** The branch to merge into. */
  base: Schema.optionalKey(Names.branch("Default: the default branch")),
  body: Schema.optionalKey(Schema.String.annotate({ description: "Markdown" })),
  draft: Schema.optionalKey(Schema.Boolean),
  maintainer_can_modify: Schema.optionalKey(Schema.Boolean),
  ...askedReviewers
})
export type NewPullRequest = typeof NewPullRequest.Type

/** A pull request that was just created. */
export const CreatedPullRequest = Schema.Struct({
  ...PullRequest.fields,
  /** Why the reviewers could not be requested. The pull request was created nevertheless. */
  reviewers_problem: Schema.optionalKey(Schema.String)
})
export type CreatedPullRequest = typeof CreatedPullRequest.Type

/** Input for changing a pull request; fields that are left out stay as they are. */
export const PullRequestChange = Schema.Struct({
  ...PullRequestName.fields,
  title: Schema.optionalKey(Names.text()),
  body: Schema.optionalKey(Schema.String),
  state: Schema.optionalKey(Schema.Literals(["open", "closed"])),
  base: Schema.optionalKey(Names.branch()),
  maintainer_can_modify: Schema.optionalKey(Schema.Boolean)
})
export type PullRequestChange = typeof PullRequestChange.Type

/** Input for merging a pull request. */
export const MergeRequest = Schema.Struct({
  ...PullRequestName.fields,
  commit_title: Schema.optionalKey(Schema.String),
  commit_message: Schema.optionalKey(Schema.String),
  /** The head commit that was reviewed: if the branch has moved on, nothing is merged. */
  sha: Schema.optionalKey(Names.sha()),
  /** `merge` by default. */
  merge_method: Schema.optionalKey(Schema.Literals(["merge", "squash", "rebase"]))
})
export type MergeRequest = typeof MergeRequest.Type

/** Input for requesting reviews of a pull request. */
export const ReviewRequest = Schema.Struct({ ...PullRequestName.fields, ...askedReviewers })
export type ReviewRequest = typeof ReviewRequest.Type
