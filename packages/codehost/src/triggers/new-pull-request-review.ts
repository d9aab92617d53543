import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { bodyFields, eventFields } from "../schema/events/IssueEvent.ts"
import type { PullRequest } from "../schema/PullRequest.ts"
import type { Review } from "../schema/Review.ts"
import { fullName } from "../wire/endpoint.ts"
import { newSince } from "./parts/cursors.ts"
import { choice, number, refs } from "./parts/filters.ts"
import { present, textOf, type Fact } from "./parts/occurrences.ts"
import { reviewsSince } from "./parts/reviews.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewReview = Schema.Struct({
  ...eventFields,
  review_id: Schema.Int,
  number: Schema.Int,
  title: Schema.String,
  /** The branch to merge into. */
  base: Schema.String,
  /** `approved`, `changes_requested` or `commented`. */
  outcome: Schema.String,
  /** The commit that was reviewed. */
  sha: Schema.optionalKey(Schema.String),
  ...bodyFields
})
type NewReview = typeof NewReview.Type

const OUTCOMES = ["approved", "changes_requested", "commented"]

type ReviewedPull = Pick<PullRequest, "number" | "title"> & { readonly base: { readonly ref: string } }

const factOf = (repository: string, pull: ReviewedPull, review: Review): Fact<NewReview> => ({
  id: String(review.id),
  at: review.submitted_at ?? "",
  data: {
    repository,
    ...present({ actor: review.user?.login, sha: review.commit_id, url: review.html_url }),
    review_id: review.id,
    number: pull.number,
    title: pull.title,
    base: pull.base.ref,
    outcome: review.state.toLowerCase(),
    ...textOf(review.body)
  },
  causes: [review.html_url]
})

export const newPullRequestReview = repositoryTrigger<NewReview>({
  id: "codehost_new_pull_request_review",
  title: "New pull request review",
  category: "Issue and pull request",
  description: "A review of a pull request has been submitted: approved, changes requested or commented.",
  output: NewReview,
  filters: {
    outcome: choice("outcome", OUTCOMES, ({ outcome }) => outcome),
    branch: refs("branch", "Branch to merge into, or a pattern: release/*", ({ base }) => base),
    number: number("number", (data) => data.number)
  },
  on: {
    pull_request_review: ({ action, pull_request, repository, review }, _watcher, receivedAt) => {
      const submitted_at = review.submitted_at ?? receivedAt
      return action === "submitted" && submitted_at
        ? factOf(repository.full_name, pull_request, { ...review, submitted_at })
        : undefined
    }
  },
  pollFrom: { source: "updated pull requests" },
  poll: (where, { operation, cursor, occurrence }) =>
    Effect.map(reviewsSince(operation, where, cursor), ({ items, ...read }) =>
      newSince(cursor, {
        ...read,
        occurrences: items
          .filter(({ review }) => OUTCOMES.includes(review.state.toLowerCase()))
          .map(({ pull, review, raw }) => occurrence(factOf(fullName(where), pull, review), raw))
      })
    )
})
