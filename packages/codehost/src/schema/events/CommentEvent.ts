/** A comment on an issue, a pull request or lines of one, as its events tell of it. */
import * as Schema from "effect/Schema"

import { bodyFields, eventFields } from "./IssueEvent.ts"

export const CommentEvent = Schema.Struct({
  ...eventFields,
  comment_id: Schema.Int,
  /** `issue`, `pull_request`, or `lines` of a pull request's changes. */
  on: Schema.Literals(["issue", "pull_request", "lines"]),
  /** Of the issue or pull request. */
  number: Schema.Int,
  /** Of the file, for a comment on lines. */
  path: Schema.optionalKey(Schema.String),
  mentions_me: Schema.Boolean,
  ...bodyFields
})
export type CommentEvent = typeof CommentEvent.Type
