/** Issues as the service returns them. A pull request is an issue too and then has `pull_request`. */
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
  /** The `issue_number` of inputs: unique within the repository. */
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
  /** An old server may return only the label's name. */
  labels: maybe(Schema.Array(Schema.Union([Label, Schema.String]))),
  assignees: maybe(Schema.Array(User)),
  milestone: maybe(Milestone),
  /** The organization's issue type. */
  type: maybe(Schema.Struct({ name: Schema.String })),
  /** Number of comments. */
  comments: maybe(Schema.Int),
  locked: maybe(Schema.Boolean),
  /** Whether the pull request is a draft. */
  draft: maybe(Schema.Boolean),
  /** Present if the issue is a pull request. */
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

/** Identifies an issue. */
export const IssueName = Schema.Struct({ ...Names.repository, issue_number: Names.positive() })
export type IssueName = typeof IssueName.Type

/** Input for listing issues; the service includes pull requests. */
export const IssueQuery = Schema.Struct({
  ...Names.repository,
  /** `open` by default. */
  state: Schema.optionalKey(Schema.Literals(["open", "closed", "all"])),
  /** Label names; an issue must have all of them. */
  labels: Schema.optionalKey(Schema.Array(Names.text())),
  /** A login, `none` or `*`. */
  assignee: Schema.optionalKey(Names.text()),
  creator: Schema.optionalKey(Names.text()),
  mentioned: Schema.optionalKey(Names.text()),
  /** A number, `none` or `*`. */
  milestone: Schema.optionalKey(Names.milestone()),
  /** Name of the issue type, `none` or `*`. */
  type: Schema.optionalKey(Names.text()),
  sort: Schema.optionalKey(Schema.Literals(["created", "updated", "comments"])),
  direction: Schema.optionalKey(Schema.Literals(["asc", "desc"])),
  /** ISO 8601: only issues updated at or after this time. */
  since: Schema.optionalKey(Names.time())
})
export type IssueQuery = typeof IssueQuery.Type

/** Input for creating an issue. */
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

/** Input for changing an issue. Fields that are left out stay as they are; a list replaces the previous one. */
export const IssueChange = Schema.Struct({
  ...IssueName.fields,
  title: Schema.optionalKey(Names.text()),
  body: Schema.optionalKey(Schema.String),
  state: Schema.optionalKey(Schema.Literals(["open", "closed"])),
  state_reason: Schema.optionalKey(Schema.Literals(["completed", "not_planned", "duplicate", "reopened"])),
  labels: Schema.optionalKey(Schema.Array(Names.text())),
  assignees: Schema.optionalKey(Schema.Array(Names.login())),
  /** Null removes the milestone from the issue. */
  milestone: Schema.optionalKey(Schema.NullOr(Names.positive())),
  /** Null removes the type. */
  type: Schema.optionalKey(Schema.NullOr(Names.text()))
})
export type IssueChange = typeof IssueChange.Type

/**
 * Like `IssueChange`, for agents: `none` removes the milestone or the type. Null would be ambiguous, because it is how
 * OpenAI's strict mode leaves a field out.
 */
export const AgentIssueChange = Schema.Struct({
  ...IssueChange.fields,
  milestone: Schema.optionalKey(Names.milestoneOrNone()),
  type: Schema.optionalKey(Names.text())
})

/** Input for commenting on an issue or a pull request. */
export const NewComment = Schema.Struct({ ...IssueName.fields, body: Names.text("Markdown") })
export type NewComment = typeof NewComment.Type

/** An issue that was created or changed. */
export const WrittenIssue = Schema.Struct({
  ...Issue.fields,
  /** What the service left out: `labels`, `assignees`, `milestone`, `type`. The rest was written. */
  not_applied: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Why it was left out. */
  not_applied_problem: Schema.optionalKey(Schema.String)
})
export type WrittenIssue = typeof WrittenIssue.Type

/** The users that an issue is assigned to. */
export const Assignees = Schema.Struct({ assignees: Schema.Array(User) })
export type Assignees = typeof Assignees.Type
