/** Issues as the service writes them; a pull request is one too, and then holds `pull_request`. */
import * as Schema from "effect/Schema"

import { maybe } from "../internal/maybe.ts"
import { User } from "./User.ts"

/** A label of an issue or pull request. */
export const Label = Schema.Struct({
  name: Schema.String,
  color: maybe(Schema.String),
  description: maybe(Schema.String)
})
export type Label = typeof Label.Type

/** A milestone of an issue or pull request. */
export const Milestone = Schema.Struct({
  number: Schema.Int,
  title: Schema.String,
  /** `open` or `closed`. */
  state: maybe(Schema.String),
  due_on: maybe(Schema.String)
})
export type Milestone = typeof Milestone.Type

/** One issue. Times are ISO 8601. */
export const Issue = Schema.Struct({
  id: Schema.Int,
  node_id: maybe(Schema.String),
  /** What `issue_number` means: unique within its repository. */
  number: Schema.Int,
  title: Schema.String,
  /** Markdown. */
  body: maybe(Schema.String),
  /** `open` or `closed`. */
  state: Schema.String,
  /** `completed`, `not_planned`, `duplicate` or `reopened`. */
  state_reason: maybe(Schema.String),
  html_url: Schema.String,
  user: maybe(User),
  /** A bare name where an old server writes no more. */
  labels: maybe(Schema.Array(Schema.Union([Label, Schema.String]))),
  assignees: maybe(Schema.Array(User)),
  milestone: maybe(Milestone),
  /** The organization's issue type. */
  type: maybe(Schema.Struct({ name: Schema.String })),
  /** How many. */
  comments: maybe(Schema.Int),
  locked: maybe(Schema.Boolean),
  /** Whether the pull request is a draft. */
  draft: maybe(Schema.Boolean),
  /** Present where the issue is a pull request. */
  pull_request: maybe(Schema.Struct({ html_url: maybe(Schema.String), merged_at: maybe(Schema.String) })),
  /** API address of the issue's repository. */
  repository_url: maybe(Schema.String),
  created_at: Schema.String,
  updated_at: Schema.String,
  closed_at: maybe(Schema.String)
})
export type Issue = typeof Issue.Type

/** A comment on an issue or a pull request. */
export const Comment = Schema.Struct({
  id: Schema.Int,
  node_id: maybe(Schema.String),
  html_url: Schema.String,
  /** Markdown. */
  body: maybe(Schema.String),
  user: maybe(User),
  author_association: maybe(Schema.String),
  created_at: Schema.String,
  updated_at: Schema.String
})
export type Comment = typeof Comment.Type
