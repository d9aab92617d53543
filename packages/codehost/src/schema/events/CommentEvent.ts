/** A comment on an issue, a pull request or changed lines of one, as its events report it. */
import * as Schema from "effect/Schema"

import { bodyFields, eventFields } from "./IssueEvent.ts"

export const CommentEvent = Schema.Struct({
  ...eventFields,
  comment_id: Schema.Int,
  /** `issue`, `pull_request`, or `lines` for a comment on lines of a pull request's changes. */
  on: Schema.Literals(["issue", "pull_request", "lines"]),
  /** Number of the issue or pull request. */
  number: Schema.Int,
  /** Path of the file, for a comment on lines. */
  path: Schema.optionalKey(Schema.String),
  mentions_me: Schema.Boolean,
  ...bodyFields
})
export type CommentEvent = typeof CommentEvent.Type
