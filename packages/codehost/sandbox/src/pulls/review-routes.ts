// Routes for the reviews of a pull request.
// Source: https://docs.github.com/en/rest/pulls/reviews

import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"

import { emit } from "../domain-events/domain-events.ts"
import { type Context, repositoryOf, type Routes, viewerOf, wholeParam } from "../frame/context.ts"
import { forbidden, notFound } from "../frame/errors.ts"
import { optionalChoice, optionalText, requiredText, requireFields } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { ok, type Reply } from "../frame/reply.ts"
import { actOf } from "../issues/access.ts"
import type { PullIssue } from "../issues/issues.ts"
import { type OnPull, pullToRead, pullToWrite } from "./access.ts"
import type { Review } from "./pulls.ts"
import { addReviewComment, inReview, readReviewComment } from "./review-comments.ts"
import { reviewCommentRecord, reviewRecord } from "./review-records.ts"
import {
  checkEvent,
  checkOnlyPending,
  dismissReview,
  refusal,
  reviewEvents,
  startReview,
  submitReview
} from "./reviewing.ts"

/** A pending review is visible only to its author. */
const visible = ({ viewer }: Context, { pull }: PullIssue): ReadonlyArray<Review> =>
  pull.reviews.filter(({ authorId, state }) => state !== "PENDING" || authorId === viewer?.id)

const reviewOf = (context: Context, issue: PullIssue): Review => {
  const id = wholeParam(context, "review_id")
  const review = visible(context, issue).find((one) => one.id === id)
  if (review === undefined) throw notFound()
  return review
}

const list = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  return paginate(context, visible(context, issue), (review) => reviewRecord(page, issue, review))
}

const get = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  return ok(reviewRecord(page, issue, reviewOf(context, issue)))
}

const commentsIn = ({ comments }: JsonObject): ReadonlyArray<JsonObject> => {
  const items: ReadonlyArray<unknown> = Array.isArray(comments) ? comments : []
  return items.filter(isObject)
}

const commitOf = ({ body }: Context, { page }: OnPull): string | undefined => {
  const sha = optionalText(body, "commit_id")
  if (sha !== undefined && !page.repository.git.commits.has(sha)) {
    throw refusal("The commit_id is not part of the pull request")
  }
  return sha
}

const create = (context: Context): Reply => {
  const on = pullToWrite(context)
  const { issue, page } = on
  const viewer = viewerOf(context)
  const event = optionalChoice(context.body, "event", reviewEvents)
  const text = optionalText(context.body, "body") ?? ""
  const comments = commentsIn(context.body).map((comment) => readReviewComment(page, issue, comment, inReview))
  if (event !== undefined) checkEvent(issue, viewer.id, event, { text, hasComments: comments.length > 0 })
  checkOnlyPending(issue.pull, viewer.id)
  const commitSha = commitOf(context, on)
  const act = actOf(context)
  const review = startReview(page, issue, viewer.id, { body: text, commitSha })
  for (const comment of comments) addReviewComment(page, issue, act, review, comment)
  if (event !== undefined) submitReview(page, issue, act, review, event)
  return ok(reviewRecord(page, issue, review))
}

const submit = (context: Context): Reply => {
  const { issue, page } = pullToWrite(context)
  const review = reviewOf(context, issue)
  requireFields(context.body, "event")
  const event = optionalChoice(context.body, "event", reviewEvents) ?? "COMMENT"
  if (review.state !== "PENDING") throw refusal("Can not submit a non-pending pull request review")
  const text = optionalText(context.body, "body") ?? review.body
  const hasComments = issue.pull.reviewComments.some(({ reviewId }) => reviewId === review.id)
  checkEvent(issue, viewerOf(context).id, event, { text, hasComments })
  review.body = text
  submitReview(page, issue, actOf(context), review, event)
  return ok(reviewRecord(page, issue, review))
}

const update = (context: Context): Reply => {
  const { issue, page } = pullToWrite(context)
  const review = reviewOf(context, issue)
  const text = requiredText(context.body, "body")
  if (review.authorId !== viewerOf(context).id) throw forbidden("Must be the author of the review.")
  const changes = { body: { from: review.body } }
  review.body = text
  emit(page.world, "pull_request_review", page.repository, { action: "edited", issue, review, changes })
  return ok(reviewRecord(page, issue, review))
}

const remove = (context: Context): Reply => {
  const { issue, page } = pullToWrite(context)
  const review = reviewOf(context, issue)
  if (review.state !== "PENDING") throw refusal("Can not delete a non-pending pull request review")
  const { reviewComments, reviews } = issue.pull
  reviews.splice(reviews.indexOf(review), 1)
  const rest = reviewComments.filter(({ reviewId }) => reviewId !== review.id)
  reviewComments.splice(0, reviewComments.length, ...rest)
  return ok(reviewRecord(page, issue, review))
}

const dismiss = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  repositoryOf(context, "push")
  const review = reviewOf(context, issue)
  dismissReview(page, issue, actOf(context), review, requiredText(context.body, "message"))
  return ok(reviewRecord(page, issue, review))
}

const comments = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  const review = reviewOf(context, issue)
  const ownComments = issue.pull.reviewComments.filter(({ reviewId }) => reviewId === review.id)
  return paginate(context, ownComments, (comment) => reviewCommentRecord(page, issue, comment))
}

const path = "/repos/{owner}/{repo}/pulls/{pull_number}/reviews"
const read = "pull_requests=read"
const write = "pull_requests=write"

export const reviewRoutes: Routes = {
  [`GET ${path}`]: { run: list, permission: read },
  [`POST ${path}`]: { run: create, permission: write },
  [`GET ${path}/{review_id}`]: { run: get, permission: read },
  [`PUT ${path}/{review_id}`]: { run: update, permission: write },
  [`DELETE ${path}/{review_id}`]: { run: remove, permission: write },
  [`POST ${path}/{review_id}/events`]: { run: submit, permission: write },
  [`PUT ${path}/{review_id}/dismissals`]: { run: dismiss, permission: write },
  [`GET ${path}/{review_id}/comments`]: { run: comments, permission: read }
}
