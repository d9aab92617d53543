/** Reads the comments on issues, pull requests and lines of code. */
import { inRepository, withQuery } from "../../wire/endpoint.ts"
import { ThreadComment } from "../../wire/events/records.ts"
import { readUntil, sinceOf } from "./cursors.ts"
import { readList } from "./lists.ts"
import type { PolledRepository } from "./targets.ts"

/** The two comment lists of a repository, by the webhook event that corresponds to each. */
const COMMENT_LISTS = {
  issue_comment: "/issues/comments",
  pull_request_review_comment: "/pulls/comments"
} as const
export type CommentList = keyof typeof COMMENT_LISTS

/** Reads one list, from the newest comment back to the previous poll. */
export const commentsSince = (
  operation: string,
  where: PolledRepository,
  list: CommentList,
  cursor: string | undefined
) =>
  readList({
    operation,
    endpoint: withQuery(inRepository(where, COMMENT_LISTS[list]), {
      sort: "created",
      direction: "desc",
      since: sinceOf(cursor),
      per_page: 100
    }),
    item: ThreadComment,
    ...readUntil(cursor, (comment: ThreadComment) => comment.created_at)
  })
