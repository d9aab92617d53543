/** Pull requests as the service writes them. */
import * as Schema from "effect/Schema"

import { maybe } from "../internal/maybe.ts"
import { Label, Milestone } from "./Issue.ts"
import { Team, User } from "./User.ts"

/** A side of a pull request. */
const Side = Schema.Struct({
  /** Branch name, its slashes included. */
  ref: Schema.String,
  sha: Schema.String,
  /** `owner:branch`. */
  label: maybe(Schema.String),
  /** Null where the fork is gone. */
  repo: maybe(Schema.Struct({ full_name: Schema.String }))
})

/** One pull request; lists leave out whether it can be merged, and the counts. Times are ISO 8601. */
export const PullRequest = Schema.Struct({
  id: Schema.Int,
  node_id: maybe(Schema.String),
  number: Schema.Int,
  title: Schema.String,
  /** Markdown. */
  body: maybe(Schema.String),
  /** `open` or `closed`; a merged one is closed and has `merged_at`. */
  state: Schema.String,
  draft: maybe(Schema.Boolean),
  merged: maybe(Schema.Boolean),
  /** Null while the service is working it out. */
  mergeable: maybe(Schema.Boolean),
  /** `clean`, `dirty`, `blocked`, `behind`, `draft`, `unstable`, `unknown`. */
  mergeable_state: maybe(Schema.String),
  html_url: Schema.String,
  user: maybe(User),
  /** What is to be merged. */
  head: Side,
  /** Where to. */
  base: Side,
  labels: maybe(Schema.Array(Label)),
  assignees: maybe(Schema.Array(User)),
  milestone: maybe(Milestone),
  requested_reviewers: maybe(Schema.Array(User)),
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

/** What became of a merge. */
export const Merge = Schema.Struct({ merged: Schema.Boolean, sha: Schema.String, message: Schema.String })
export type Merge = typeof Merge.Type
