/** An issue as its events report it. */
import * as Schema from "effect/Schema"

/** The beginning of a text that may be long. */
export const bodyFields = {
  /** Markdown; the first 4,000 characters at most. */
  body: Schema.optionalKey(Schema.String),
  /** Number of characters of the body that are left out. */
  body_left_out: Schema.optionalKey(Schema.Int)
}

/** Fields of every event in a repository. */
export const eventFields = {
  /** `owner/repo`. */
  repository: Schema.String,
  /** Login of the user who caused the event; absent if the service does not name one. */
  actor: Schema.optionalKey(Schema.String),
  /** Address of the page that shows what is new; absent if the service does not give one. */
  url: Schema.optionalKey(Schema.String)
}

/** Fields of issues and pull requests. */
export const threadFields = {
  ...eventFields,
  number: Schema.Int,
  title: Schema.String,
  author: Schema.optionalKey(Schema.String),
  labels: Schema.Array(Schema.String),
  /** Logins. */
  assignees: Schema.Array(Schema.String),
  /** Whether the title or body mentions the account. */
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

/**
 * What changed, in the terms of the specification. `synchronize` means new commits; `milestone` is not a term of the
 * specification.
 */
export const changeFields = {
  /** The service's own term: `edited`, `labeled`, `closed`, ... */
  action: Schema.String,
  /**
   * What changed: `title`, `body`, `labels`, `assignees`, `status`, `milestone`; for a pull request also `base`,
   * `commits`.
   */
  changed: Schema.Array(Schema.String),
  /** The label that was added or removed. */
  label: Schema.optionalKey(Schema.String),
  /** The login that was assigned or unassigned. */
  assignee: Schema.optionalKey(Schema.String),
  milestone: Schema.optionalKey(Schema.String),
  /** The title before the change. */
  previous_title: Schema.optionalKey(Schema.String)
}

/** An issue that was changed. */
export const IssueChanged = Schema.Struct({ ...IssueEvent.fields, ...changeFields })
export type IssueChanged = typeof IssueChanged.Type
