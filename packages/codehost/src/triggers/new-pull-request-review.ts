import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { bodyFields, eventFields } from "../schema/events/IssueEvent.ts"
import { PullRequest } from "../schema/PullRequest.ts"
import { Review } from "../schema/Review.ts"
import { inRepository } from "../wire/endpoint.ts"
import { reviewPayload } from "../wire/events/comments.ts"
import { lookFrom, newSince, readUntil } from "./parts/cursors.ts"
import { choice, number, refs } from "./parts/filters.ts"
import { readList } from "./parts/lists.ts"
import { occurrenceOf, present, textOf } from "./parts/occurrences.ts"
import { inRepositoryFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const TRIGGER = "new_pull_request_review"

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

type Reviewed = Pick<PullRequest, "number" | "title"> & { readonly base: { readonly ref: string } }

const occurrence = (repository: string, pull: Reviewed, review: Review, raw?: unknown) =>
  occurrenceOf<NewReview>(TRIGGER, {
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
    causes: [review.html_url],
    raw
  })

export const newPullRequestReview = repositoryTrigger<NewReview>({
  id: "codehost_new_pull_request_review",
  title: "New pull request review",
  category: "Issue and pull request",
  description: "A review of a pull request has been submitted: approved, changes requested or commented.",
  output: NewReview,
  filters: {
    ...inRepositoryFilters,
    outcome: choice("outcome", OUTCOMES, ({ outcome }) => outcome),
    branch: refs("branch", "Branch to merge into, or a pattern: release/*", ({ base }) => base),
    number: number("number", (data) => data.number)
  },
  events: ["pull_request_review"],
  match: ({ name, body }) => {
    const read = name === "pull_request_review" ? reviewPayload(body) : undefined
    if (read?.action !== "submitted" || !read.review.submitted_at) return []
    return [occurrence(read.repository.full_name, read.pull_request, read.review)]
  },
  pollFrom: { source: "updated pull requests" },
  poll: (where, cursor) =>
    Effect.gen(function* () {
      const operation = `codehost_${TRIGGER}`
      const { items: pulls, ...read } = yield* readList({
        operation,
        endpoint: inRepository(where, "/pulls?state=all&sort=updated&direction=desc&per_page=100"),
        item: PullRequest,
        ...readUntil(cursor, ({ updated_at }: PullRequest) => updated_at)
      })
      const listedAt = pulls.map(({ value }) => value.updated_at)
      const since = lookFrom(cursor, listedAt)
      // A review updates the `updated_at` of its pull request.
      const reviews = yield* Effect.forEach(
        pulls.filter(({ value }) => Date.parse(value.updated_at) >= since),
        ({ value: pull }) =>
          Effect.map(
            readList({
              operation,
              endpoint: inRepository(where, `/pulls/${pull.number}/reviews?per_page=100`),
              item: Review
            }),
            ({ items }) =>
              items
                .filter(({ value }) => value.submitted_at && OUTCOMES.includes(value.state.toLowerCase()))
                .map(({ value, raw }) => occurrence(`${where.owner}/${where.repo}`, pull, value, raw))
          ),
        { concurrency: 4 }
      )
      return newSince(cursor, {
        ...read,
        occurrences: reviews.flat(),
        listedAt
      })
    })
})
