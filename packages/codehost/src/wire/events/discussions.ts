/** Discussions and their comments, as hooks send them. */
import * as Schema from "effect/Schema"

import { Discussion, DiscussionComment } from "../../schema/Discussion.ts"
import { inRepository, payload } from "./Payload.ts"

/** `discussion`. */
export const discussionPayload = payload(Schema.Struct({ ...inRepository, discussion: Discussion }))

/** `discussion_comment`. */
export const discussionCommentPayload = payload(
  Schema.Struct({ ...inRepository, discussion: Discussion, comment: DiscussionComment })
)
