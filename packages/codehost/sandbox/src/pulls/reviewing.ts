// Creates, submits and dismisses reviews.
// Source: https://docs.github.com/en/rest/pulls/reviews

import { accountById } from "../accounts/accounts.ts"
import { emit } from "../domain-events/domain-events.ts"
import { Refusal } from "../frame/errors.ts"
import { type Act, recordEvent } from "../issues/events.ts"
import type { PullIssue } from "../issues/issues.ts"
import type { Place } from "../issues/trackers.ts"
import type { Pull, Review, ReviewState } from "./pulls.ts"
import { dropReviewers } from "./reviewers.ts"

export const reviewEvents = ["APPROVE", "REQUEST_CHANGES", "COMMENT"] as const
export type ReviewEvent = (typeof reviewEvents)[number]

const outcomes: Readonly<Record<ReviewEvent, ReviewState>> = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED"
}

/** The error format of review endpoints: `errors` are messages instead of fields. */
export const refusal = (...errors: ReadonlyArray<string>): Refusal =>
  new Refusal(422, "Unprocessable Entity", { errors })

export const checkEvent = (
  { authorId }: PullIssue,
  actorId: number,
  event: ReviewEvent,
  { hasComments, text }: { readonly text: string; readonly hasComments: boolean }
): void => {
  if (actorId === authorId && event === "APPROVE") throw refusal("Review Can not approve your own pull request")
  if (actorId === authorId && event === "REQUEST_CHANGES") {
    throw refusal("Review Can not request changes on your own pull request")
  }
  if (event !== "APPROVE" && text.trim() === "" && !hasComments) throw refusal("Body can't be blank")
}

export const checkOnlyPending = ({ reviews }: Pull, personId: number): void => {
  if (reviews.some(({ authorId, state }) => state === "PENDING" && authorId === personId)) {
    throw refusal("User can only have one pending review per pull request")
  }
}

/** Creates a pending review. */
export const startReview = (
  { world }: Place,
  { pull }: PullIssue,
  authorId: number,
  newReview: { readonly body: string; readonly commitSha: string | undefined }
): Review => {
  const review: Review = {
    id: world.ids.next("review"),
    authorId,
    body: newReview.body,
    state: "PENDING",
    submittedAt: null,
    commitSha: newReview.commitSha ?? pull.headSha
  }
  pull.reviews.push(review)
  return review
}

/** Submits a review. It fulfils review requests to the reviewer and to the reviewer's teams. */
export const submitReview = (place: Place, issue: PullIssue, act: Act, review: Review, event: ReviewEvent): void => {
  review.state = outcomes[event]
  review.submittedAt = act.at
  const { teams } = accountById(place.world, place.repository.ownerId)
  const slugs = teams.filter(({ memberIds }) => memberIds.includes(act.actorId)).map(({ slug }) => slug)
  dropReviewers(place, issue, act, { people: [act.actorId], teams: slugs })
  issue.updatedAt = act.at
  place.tracker.invalidate()
  const { repository, world } = place
  emit(world, "pull_request_review", repository, { action: "submitted", issue, review })
  for (const comment of issue.pull.reviewComments) {
    if (comment.reviewId !== review.id) continue
    emit(world, "pull_request_review_comment", repository, { action: "created", issue, comment })
  }
}

export const dismissReview = (place: Place, issue: PullIssue, act: Act, review: Review, message: string): void => {
  if (review.state !== "APPROVED" && review.state !== "CHANGES_REQUESTED") {
    throw refusal(`Can not dismiss a ${review.state.toLowerCase()} pull request review`)
  }
  const state = review.state.toLowerCase()
  review.state = "DISMISSED"
  recordEvent(place, issue, act, "review_dismissed", { kind: "dismissal", reviewId: review.id, state, message })
  issue.updatedAt = act.at
  place.tracker.invalidate()
}
