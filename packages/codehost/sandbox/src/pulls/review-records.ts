// Builds the API records of reviews and review comments.
// Source: schemas `pull-request-review`, `pull-request-review-comment`.

import { associationOf } from "../issues/association.ts"
import type { PullIssue } from "../issues/issues.ts"
import { apiUrl, htmlUrl, type Page, userRecord } from "../issues/records.ts"
import { nodeId } from "../records/node-id.ts"
import { filesOf } from "./branches.ts"
import { findLine } from "./lines.ts"
import type { Review, ReviewComment } from "./pulls.ts"

export const reviewRecord = (page: Page, { number }: PullIssue, review: Review) => {
  const html = `${htmlUrl(page)}/pull/${number}#pullrequestreview-${review.id}`
  const pull = `${apiUrl(page)}/pulls/${number}`
  return {
    id: review.id,
    node_id: nodeId("PRR", review.id, page.repository.id),
    user: userRecord(page, review.authorId),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pull,
    author_association: associationOf(page, review.authorId),
    _links: { html: { href: html }, pull_request: { href: pull } },
    ...(review.submittedAt === null ? {} : { submitted_at: review.submittedAt }),
    commit_id: review.commitSha
  }
}

export const reviewCommentRecord = (page: Page, { number, pull }: PullIssue, comment: ReviewComment) => {
  const url = `${apiUrl(page)}/pulls/comments/${comment.id}`
  const html = `${htmlUrl(page)}/pull/${number}#discussion_r${comment.id}`
  const pullUrl = `${apiUrl(page)}/pulls/${number}`
  const { line, side } = comment
  const patch = filesOf(page, pull).find(({ path }) => path === comment.path)?.patch ?? ""
  const place = line === null ? undefined : findLine(patch, line, side)
  const lines =
    line === null
      ? { subject_type: "file" }
      : {
          subject_type: "line",
          line,
          original_line: line,
          side,
          start_line: null,
          original_start_line: null,
          start_side: null,
          // A comment has no position if its line is no longer part of the diff.
          ...(place === undefined ? {} : { position: place.position, original_position: place.position })
        }
  return {
    url,
    pull_request_review_id: comment.reviewId,
    id: comment.id,
    node_id: nodeId("PRRC", comment.id, page.repository.id),
    diff_hunk: place?.hunk ?? patch,
    path: comment.path,
    commit_id: comment.commitSha,
    original_commit_id: comment.commitSha,
    ...(comment.replyTo === null ? {} : { in_reply_to_id: comment.replyTo }),
    user: userRecord(page, comment.authorId),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: html,
    pull_request_url: pullUrl,
    author_association: associationOf(page, comment.authorId),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
    ...lines
  }
}
