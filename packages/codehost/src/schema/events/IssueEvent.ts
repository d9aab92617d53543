/** An issue as its events tell of it. */
import * as Schema from "effect/Schema"

/** A text that may be long: its beginning. */
export const bodyFields = {
  /** Markdown; at most 4,000 characters of it. */
  body: Schema.optionalKey(Schema.String),
  /** Characters of the body that are left out. */
  body_left_out: Schema.optionalKey(Schema.Int)
}

/** Fields of every event of a repository. */
export const eventFields = {
  /** `owner/repo`. */
  repository: Schema.String,
  /** Who did it; absent where the service does not say. */
  actor: Schema.optionalKey(Schema.String),
  /** Page of what is new; absent where the service does not say. */
  url: Schema.optionalKey(Schema.String)
}

/** Of issues and pull requests. */
export const threadFields = {
  ...eventFields,
  number: Schema.Int,
  title: Schema.String,
  author: Schema.optionalKey(Schema.String),
  labels: Schema.Array(Schema.String),
  /** Logins. */
  assignees: Schema.Array(Schema.String),
  /** Whether the title's or body's text mentions the account. */
  mentions_me: Schema.Boolean,
  ...bodyFields
}

/** An issue. */
export const IssueEvent = Schema.Struct({
  ...threadFields,
  /** `open` or `closed`. */
  state: Schema.String,
  /** Why it was closed: `completed`, `not_planned`, `duplicate`. */
  state_reason: Schema.optionalKey(Schema.String)
})
export type IssueEvent = typeof IssueEvent.Type

/** What changed, in the specification's words; `synchronize` brought commits, `milestone` is none of its words. */
export const changeFields = {
  /** The service's word: `edited`, `labeled`, `closed`, ... */
  action: Schema.String,
  /** What changed: `title`, `body`, `labels`, `assignees`, `status`, `milestone`; of a pull request also `base`, `commits`. */
  changed: Schema.Array(Schema.String),
  /** The label that was added or taken away. */
  label: Schema.optionalKey(Schema.String),
  /** The login that was assigned or unassigned. */
  assignee: Schema.optionalKey(Schema.String),
  milestone: Schema.optionalKey(Schema.String),
  /** Before it was changed. */
  previous_title: Schema.optionalKey(Schema.String)
}

/** An issue that was changed. */
export const IssueChanged = Schema.Struct({ ...IssueEvent.fields, ...changeFields })
export type IssueChanged = typeof IssueChanged.Type
