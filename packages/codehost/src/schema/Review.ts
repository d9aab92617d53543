/** Reviews and reviewers of a pull request. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import { Team, User } from "./User.ts"

/** One review as the service returns it. */
export const Review = Schema.Struct({
  id: Schema.Int,
  user: maybe(User),
  /** `APPROVED`, `CHANGES_REQUESTED`, `COMMENTED`, `DISMISSED` or `PENDING`. */
  state: Schema.String,
  body: maybe(Schema.String),
  html_url: maybe(Schema.String),
  commit_id: maybe(Schema.String),
  /** ISO 8601; absent if the review is not submitted yet. */
  submitted_at: maybe(Schema.String)
})
export type Review = typeof Review.Type

/** Users and teams whose review is requested but not submitted yet. A user whose account was deleted is null. */
export const RequestedReviewers = Schema.Struct({ users: Schema.Array(Schema.NullOr(User)), teams: Schema.Array(Team) })
export type RequestedReviewers = typeof RequestedReviewers.Type

/** A user or team whose review was requested, or a user who reviewed. */
export const Reviewer = Schema.Struct({
  type: Schema.Literals(["user", "team"]),
  /** A user's login or a team's slug. */
  name: Schema.String,
  /** Whether a review is requested but not submitted yet. */
  requested: Schema.Boolean,
  /**
   * The reviewer's current state: `approved`, `changes_requested`, `dismissed` or `commented`. A comment after an
   * approval leaves it approved, as on the service's own page. Absent if there is no review yet.
   */
  state: Schema.optionalKey(Schema.String),
  /** State of the newest review of any kind. */
  last_review_state: Schema.optionalKey(Schema.String),
  /** Time of the newest review, ISO 8601. */
  submitted_at: Schema.optionalKey(Schema.String),
  html_url: Schema.optionalKey(Schema.String)
})
export type Reviewer = typeof Reviewer.Type

/** Requested reviewers and users who have reviewed, each listed once. */
export const Reviewers = Schema.Struct({ reviewers: Schema.Array(Reviewer) })
export type Reviewers = typeof Reviewers.Type
