/** Reviews of a pull request, and who is to review it. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import { Team, User } from "./User.ts"

/** One review as the service writes it. */
export const Review = Schema.Struct({
  id: Schema.Int,
  user: maybe(User),
  /** `APPROVED`, `CHANGES_REQUESTED`, `COMMENTED`, `DISMISSED` or `PENDING`. */
  state: Schema.String,
  body: maybe(Schema.String),
  html_url: maybe(Schema.String),
  commit_id: maybe(Schema.String),
  /** ISO 8601; absent for one that is not submitted yet. */
  submitted_at: maybe(Schema.String)
})
export type Review = typeof Review.Type

/** Users and teams whose review is requested and not submitted yet. */
export const RequestedReviewers = Schema.Struct({ users: Schema.Array(User), teams: Schema.Array(Team) })
export type RequestedReviewers = typeof RequestedReviewers.Type

/** A user or team whose review was requested, or a user who reviewed. */
export const Reviewer = Schema.Struct({
  type: Schema.Literals(["user", "team"]),
  /** A user's login or a team's slug. */
  name: Schema.String,
  /** Whether a review is requested and not submitted yet. */
  requested: Schema.Boolean,
  /**
   * Where the review stands: `approved`, `changes_requested`, `dismissed` or `commented`. A comment after an approval
   * leaves it an approval, as on the service's own page. Absent where there is no review yet.
   */
  state: Schema.optionalKey(Schema.String),
  /** State of the newest review, whatever it is. */
  last_review_state: Schema.optionalKey(Schema.String),
  /** ISO 8601, of the newest review. */
  submitted_at: Schema.optionalKey(Schema.String),
  html_url: Schema.optionalKey(Schema.String)
})
export type Reviewer = typeof Reviewer.Type

/** Requested reviewers and those who reviewed, each once. */
export const Reviewers = Schema.Struct({ reviewers: Schema.Array(Reviewer) })
export type Reviewers = typeof Reviewers.Type
