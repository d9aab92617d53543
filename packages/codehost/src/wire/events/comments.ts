/** Comments and reviews. */
import * as Schema from "effect/Schema"

import { Comment } from "../../schema/Issue.ts"
import { maybe } from "../../schema/maybe.ts"
import { Review } from "../../schema/Review.ts"
import { inRepository, payload } from "./Payload.ts"

/** A comment as lists have it too; its page says what it is on. */
export const ThreadComment = Schema.Struct({ ...Comment.fields, path: maybe(Schema.String) })
export type ThreadComment = typeof ThreadComment.Type

/** `issue_comment` and `pull_request_review_comment`. */
export const commentPayload = payload(Schema.Struct({ ...inRepository, comment: ThreadComment }))

/** `commit_comment` too is a comment; no trigger but New mention tells of it. */
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
