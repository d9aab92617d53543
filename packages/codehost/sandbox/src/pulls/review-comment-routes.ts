// Routes for comments on lines of pull requests.
// Source: https://docs.github.com/en/rest/pulls/comments

import { emit } from "../domain-events/domain-events.ts"
import { type Context, type Routes, viewerOf, wholeParam } from "../frame/context.ts"
import { forbidden, notFound } from "../frame/errors.ts"
import { optionalWhole, requiredText } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { actOf, openPageOf } from "../issues/access.ts"
import { mayTriage } from "../issues/input.ts"
import { checkConversation } from "../issues/issue-routes.ts"
import type { PullIssue } from "../issues/issues.ts"
import { choiceOf, sinceOf } from "../issues/list.ts"
import { type OnPull, pullPageOf, pullToRead, pullToWrite } from "./access.ts"
import { pullsOf } from "./finding.ts"
import type { ReviewComment } from "./pulls.ts"
import type { PullPage } from "./records.ts"
import { addReviewComment, alone, readReviewComment, visibleComments } from "./review-comments.ts"
import { reviewCommentRecord } from "./review-records.ts"
import { startReview, submitReview } from "./reviewing.ts"

interface CommentMatch {
  readonly issue: PullIssue
  readonly comment: ReviewComment
}

const visibleOn = ({ viewer }: Context, issues: ReadonlyArray<PullIssue>): ReadonlyArray<CommentMatch> =>
  issues.flatMap((issue) => visibleComments(issue, viewer?.id).map((comment) => ({ issue, comment })))

/** Without `sort`, the list is oldest first, whatever the direction. */
const listOf = (context: Context, page: PullPage, issues: ReadonlyArray<PullIssue>): Reply => {
  const since = sinceOf(context.query, "PullRequestReviewComment") ?? ""
  const sort = choiceOf(context.query, "sort", ["created", "updated", "created_at"], "PullRequestReviewComment")
  const key = ({ comment }: CommentMatch): string => (sort === "updated" ? comment.updatedAt : comment.createdAt)
  const matches = visibleOn(context, issues)
    .filter(({ comment }) => comment.updatedAt >= since)
    .toSorted((one, other) => key(one).localeCompare(key(other)) || one.comment.id - other.comment.id)
  const isDescending = context.query.has("sort") && context.query.get("direction") !== "asc"
  return paginate(context, isDescending ? matches.toReversed() : matches, ({ comment, issue }) =>
    reviewCommentRecord(page, issue, comment)
  )
}

const ofPull = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  return listOf(context, page, [issue])
}

const ofRepository = (context: Context): Reply => {
  const page = pullPageOf(context)
  return listOf(context, page, pullsOf(page))
}

/** A single comment gets a review of its own. */
const addAlone = (
  context: Context,
  { issue, page }: OnPull,
  newComment: Parameters<typeof addReviewComment>[4],
  replyTo: number | null
): Reply => {
  checkConversation(context, page, issue)
  const act = actOf(context)
  const review = startReview(page, issue, act.actorId, { body: "", commitSha: undefined })
  const comment = addReviewComment(page, issue, act, review, newComment, replyTo)
  submitReview(page, issue, act, review, "COMMENT")
  const record = reviewCommentRecord(page, issue, comment)
  return created(record, record.url)
}

const commentOn = (context: Context, issue: PullIssue, id: number): ReviewComment => {
  const comment = visibleComments(issue, context.viewer?.id).find((one) => one.id === id)
  if (comment === undefined) throw notFound()
  return comment
}

const reply = (context: Context, on: OnPull, id: number): Reply => {
  const { line, path, replyTo, side } = commentOn(context, on.issue, id)
  return addAlone(context, on, { body: requiredText(context.body, "body"), path, line, side }, replyTo ?? id)
}

const create = (context: Context): Reply => {
  const on = pullToWrite(context)
  const replyTo = optionalWhole(context.body, "in_reply_to")
  if (replyTo !== undefined) return reply(context, on, replyTo)
  return addAlone(context, on, readReviewComment(on.page, on.issue, context.body, alone), null)
}

const createReply = (context: Context): Reply => reply(context, pullToWrite(context), wholeParam(context, "comment_id"))

const find = (context: Context, page: PullPage): CommentMatch => {
  const id = wholeParam(context, "comment_id")
  const match = visibleOn(context, pullsOf(page)).find(({ comment }) => comment.id === id)
  if (match === undefined) throw notFound()
  return match
}

const get = (context: Context): Reply => {
  const page = pullPageOf(context)
  const { comment, issue } = find(context, page)
  return ok(reviewCommentRecord(page, issue, comment))
}

const own = (context: Context, page: PullPage): CommentMatch => {
  openPageOf(context)
  const match = find(context, page)
  if (match.comment.authorId !== viewerOf(context).id && !mayTriage(context, page)) {
    throw forbidden("Must have admin rights to Repository.")
  }
  return match
}

const update = (context: Context): Reply => {
  const page = pullPageOf(context)
  const { comment, issue } = own(context, page)
  const changes = { body: { from: comment.body } }
  comment.body = requiredText(context.body, "body")
  comment.updatedAt = context.stamp()
  emit(page.world, "pull_request_review_comment", page.repository, { action: "edited", issue, comment, changes })
  return ok(reviewCommentRecord(page, issue, comment))
}

const remove = (context: Context): Reply => {
  const page = pullPageOf(context)
  const { comment, issue } = own(context, page)
  issue.pull.reviewComments.splice(issue.pull.reviewComments.indexOf(comment), 1)
  emit(page.world, "pull_request_review_comment", page.repository, { action: "deleted", issue, comment })
  return noContent
}

const path = "/repos/{owner}/{repo}/pulls"
const read = "pull_requests=read"
const write = "pull_requests=write"

export const reviewCommentRoutes: Routes = {
  [`GET ${path}/comments`]: { run: ofRepository, permission: read },
  [`GET ${path}/comments/{comment_id}`]: { run: get, permission: read },
  [`PATCH ${path}/comments/{comment_id}`]: { run: update, permission: write },
  [`DELETE ${path}/comments/{comment_id}`]: { run: remove, permission: write },
  [`GET ${path}/{pull_number}/comments`]: { run: ofPull, permission: read },
  [`POST ${path}/{pull_number}/comments`]: { run: create, permission: write },
  [`POST ${path}/{pull_number}/comments/{comment_id}/replies`]: { run: createReply, permission: write }
}
