// Comments on lines and files of a pull request, validated against its diff.

import type { JsonObject } from "@inlay/sandbox-kit/json"

import { type Refusal, validationFailed } from "../frame/errors.ts"
import { optionalChoice, optionalText, optionalWhole, requiredText } from "../frame/fields.ts"
import type { Act } from "../issues/events.ts"
import type { PullIssue } from "../issues/issues.ts"
import type { Place } from "../issues/trackers.ts"
import { filesOf } from "./branches.ts"
import { findLine, findPosition } from "./lines.ts"
import type { Review, ReviewComment } from "./pulls.ts"
import { refusal } from "./reviewing.ts"

export type NewReviewComment = Pick<ReviewComment, "body" | "path" | "line" | "side">

/** Error responses for places that are not part of the diff. They differ between endpoints. */
export interface PlaceRefusals {
  readonly path: () => Refusal
  readonly line: () => Refusal
}

/** For comments that are part of a review. */
export const inReview: PlaceRefusals = {
  path: () => refusal("Path could not be resolved"),
  line: () => refusal("Line could not be resolved")
}

const badThread = (field: string, problem: string) => (): Refusal =>
  validationFailed({ resource: "PullRequestReviewComment", code: "custom", field, message: `${field} ${problem}` })

/** For single comments. */
export const alone: PlaceRefusals = {
  path: badThread("pull_request_review_thread.path", "is invalid"),
  line: badThread("pull_request_review_thread.line", "must be part of the diff")
}

/** Parses a comment. Refuses lines that are not part of the diff. */
export const readReviewComment = (
  place: Place,
  { pull }: PullIssue,
  body: JsonObject,
  refusals: PlaceRefusals
): NewReviewComment => {
  const [text, path] = [requiredText(body, "body"), requiredText(body, "path")]
  if (text.trim() === "") {
    throw validationFailed({ resource: "PullRequestReviewComment", code: "missing_field", field: "body" })
  }
  const file = filesOf(place, pull).find((one) => one.path === path)
  if (file === undefined) throw refusals.path()
  if (optionalText(body, "subject_type") === "file") return { body: text, path, line: null, side: "RIGHT" }
  const patch = file.patch ?? ""
  const position = optionalWhole(body, "position")
  const { numbers = {} } = (position === undefined ? undefined : findPosition(patch, position)) ?? {}
  const side =
    optionalChoice(body, "side", ["LEFT", "RIGHT"]) ??
    (numbers.RIGHT === undefined && numbers.LEFT !== undefined ? "LEFT" : "RIGHT")
  const line = optionalWhole(body, "line") ?? numbers[side]
  if (line === undefined || findLine(patch, line, side) === undefined) throw refusals.line()
  return { body: text, path, line, side }
}

export const addReviewComment = (
  { world }: Place,
  { pull }: PullIssue,
  { actorId, at }: Act,
  review: Review,
  newComment: NewReviewComment,
  replyTo: number | null = null
): ReviewComment => {
  const comment: ReviewComment = {
    id: world.ids.next("review comment"),
    reviewId: review.id,
    authorId: actorId,
    ...newComment,
    commitSha: review.commitSha,
    replyTo,
    createdAt: at,
    updatedAt: at
  }
  pull.reviewComments.push(comment)
  return comment
}

/** The comments that a viewer can see. Comments of a pending review are visible only to its author. */
export const visibleComments = ({ pull }: PullIssue, viewerId: number | undefined): ReadonlyArray<ReviewComment> => {
  const hidden = new Set(
    pull.reviews.filter(({ authorId, state }) => state === "PENDING" && authorId !== viewerId).map(({ id }) => id)
  )
  return pull.reviewComments.filter(({ reviewId }) => !hidden.has(reviewId))
}
