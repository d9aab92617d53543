/** Webhook payloads of discussions and their comments. */
import * as Schema from "effect/Schema"

import { Discussion, DiscussionComment } from "../../schema/Discussion.ts"
import { inRepository, payload } from "./Payload.ts"

/** Payload of `discussion` events. */
export const discussionPayload = payload(Schema.Struct({ ...inRepository, discussion: Discussion }))

/** Payload of `discussion_comment` events. */
export const discussionCommentPayload = payload(
  Schema.Struct({ ...inRepository, discussion: Discussion, comment: DiscussionComment })
)
