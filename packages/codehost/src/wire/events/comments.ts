/** Payloads of comments and reviews. */
import * as Schema from "effect/Schema"

import { Comment } from "../../schema/Issue.ts"
import { maybe } from "../../schema/maybe.ts"
import { Review } from "../../schema/Review.ts"
import { inRepository, payload } from "./Payload.ts"

/** A comment as events and lists return it. Its `html_url` shows what was commented on. */
export const ThreadComment = Schema.Struct({ ...Comment.fields, path: maybe(Schema.String) })
export type ThreadComment = typeof ThreadComment.Type

/** Payload of `issue_comment` and `pull_request_review_comment` events. */
export const commentPayload = payload(Schema.Struct({ ...inRepository, comment: ThreadComment }))

/** Payload of `pull_request_review` events. */
export const reviewPayload = payload(
  Schema.Struct({
    ...inRepository,
    review: Review,
    pull_request: Schema.Struct({
      number: Schema.Int,
      title: Schema.String,
      base: Schema.Struct({ ref: Schema.String })
    })
  })
)
