/** Issues as the service writes them; a pull request is one too, and then holds `pull_request`. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
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

/** Names an issue. */
export const IssueName = Schema.Struct({ ...Names.repository, issue_number: Names.positive() })
export type IssueName = typeof IssueName.Type

/** Which issues; the service lists pull requests among them. */
export const IssueQuery = Schema.Struct({
  ...Names.repository,
  /** `open` by default. */
  state: Schema.optionalKey(Schema.Literals(["open", "closed", "all"])),
  /** Names, all of which an issue must have. */
  labels: Schema.optionalKey(Schema.Array(Names.text())),
  /** Login, `none` or `*`. */
  assignee: Schema.optionalKey(Names.text()),
  creator: Schema.optionalKey(Names.text()),
  mentioned: Schema.optionalKey(Names.text()),
  /** Number, `none` or `*`. */
  milestone: Schema.optionalKey(Names.milestone()),
  /** Name of the issue type, `none` or `*`. */
  type: Schema.optionalKey(Names.text()),
  sort: Schema.optionalKey(Schema.Literals(["created", "updated", "comments"])),
  direction: Schema.optionalKey(Schema.Literals(["asc", "desc"])),
  /** ISO 8601: updated at or after. */
  since: Schema.optionalKey(Names.time())
})
export type IssueQuery = typeof IssueQuery.Type

/** An issue to be. */
export const NewIssue = Schema.Struct({
  ...Names.repository,
  title: Names.text(),
  body: Schema.optionalKey(Schema.String.annotate({ description: "Markdown" })),
  labels: Schema.optionalKey(Schema.Array(Names.text())),
  assignees: Schema.optionalKey(Schema.Array(Names.login()).annotate({ description: "Logins" })),
  milestone: Schema.optionalKey(Names.positive("Its number")),
  /** Name of the organization's issue type. */
  type: Schema.optionalKey(Names.text("Issue type"))
})
export type NewIssue = typeof NewIssue.Type

/** What to change of an issue; what is left out stays, a list takes the place of the old one. */
export const IssueChange = Schema.Struct({
  ...IssueName.fields,
  title: Schema.optionalKey(Names.text()),
  body: Schema.optionalKey(Schema.String),
  state: Schema.optionalKey(Schema.Literals(["open", "closed"])),
  state_reason: Schema.optionalKey(Schema.Literals(["completed", "not_planned", "duplicate", "reopened"])),
  labels: Schema.optionalKey(Schema.Array(Names.text())),
  assignees: Schema.optionalKey(Schema.Array(Names.login())),
  /** Null takes the issue off its milestone. */
  milestone: Schema.optionalKey(Schema.NullOr(Names.positive())),
  /** Null takes the type away. */
  type: Schema.optionalKey(Schema.NullOr(Names.text()))
})
export type IssueChange = typeof IssueChange.Type

/** A comment to be, on an issue or a pull request. */
export const NewComment = Schema.Struct({ ...IssueName.fields, body: Names.text("Markdown") })
export type NewComment = typeof NewComment.Type

/** Who an issue is assigned to. */
export const Assignees = Schema.Struct({ assignees: Schema.Array(User) })
export type Assignees = typeof Assignees.Type
