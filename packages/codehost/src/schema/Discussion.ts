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

/** A discussion with its newest comments and replies. */
export const DiscussionThread = Schema.Struct({
  discussion: Discussion,
  /** When it was last changed, which includes comments and replies. */
  updated_at: Schema.String,
  comments: Schema.Array(DiscussionComment),
  /** Whether it may have newer comments or replies than `since`, beside those that were read. */
  may_have_more: Schema.Boolean
})
export type DiscussionThread = typeof DiscussionThread.Type

const leftOut = {
  /** Whether more may have been opened or changed since `since` than was read. */
  may_have_more: Schema.Boolean,
  /** Whether the service left out parts of what was read, and reported errors for them. */
  has_unreadable: Schema.Boolean
}

/** The newest discussions. */
export const DiscussionList = Schema.Struct({ items: Schema.Array(Discussion), ...leftOut })
export type DiscussionList = typeof DiscussionList.Type

/** The discussions that were changed last. */
export const ThreadList = Schema.Struct({ items: Schema.Array(DiscussionThread), ...leftOut })
export type ThreadList = typeof ThreadList.Type

/** Input for listing discussions. */
export const DiscussionQuery = Schema.Struct({
  ...Names.repository,
  /** ISO 8601. More is read if discussions were opened since then. */
  since: Schema.optionalKey(Names.time())
})
export type DiscussionQuery = typeof DiscussionQuery.Type

/** Input for listing the comments of discussions. */
export const ThreadQuery = Schema.Struct({
  ...Names.repository,
  /** More is read of long discussions that changed since then. Default: two minutes before the last change. */
  since: Schema.optionalKey(Names.time())
})
export type ThreadQuery = typeof ThreadQuery.Type
