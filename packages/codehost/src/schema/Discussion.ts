/** Discussions of a repository as the service returns them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"

const Author = Schema.Struct({ login: Schema.String })

/** One discussion. Times are ISO 8601. */
export const Discussion = Schema.Struct({
  id: Schema.Int,
  number: Schema.Int,
  title: Schema.String,
  /** Markdown. */
  body: maybe(Schema.String),
  html_url: Schema.String,
  user: maybe(Author),
  category: maybe(Schema.Struct({ name: Schema.String })),
  created_at: Schema.String
})
export type Discussion = typeof Discussion.Type

/** A comment on a discussion, or a reply to one. */
export const DiscussionComment = Schema.Struct({
  id: Schema.Int,
  /** Id of the comment that this one replies to. */
  parent_id: maybe(Schema.Int),
  body: maybe(Schema.String),
  html_url: Schema.String,
  user: maybe(Author),
  created_at: Schema.String
})
export type DiscussionComment = typeof DiscussionComment.Type

/** A comment together with its discussion. */
export const DiscussedComment = Schema.Struct({ discussion: Discussion, comment: DiscussionComment })
export type DiscussedComment = typeof DiscussedComment.Type

/** Input for listing discussions. */
export const DiscussionQuery = Schema.Struct(Names.repository)
export type DiscussionQuery = typeof DiscussionQuery.Type
