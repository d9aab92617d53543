/** Combines the requested reviewers and the submitted reviews of a pull request into one list. */
import { defined } from "@inlay/core-http/json-object"
import * as Effect from "effect/Effect"

import type { PullRequestName } from "../../schema/PullRequest.ts"
import { RequestedReviewers, Review, type Reviewer } from "../../schema/Review.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { readAll } from "../../wire/lists.ts"
import { reader, type Http } from "../../wire/requests.ts"

/** States that replace an earlier verdict. A comment does not. */
const VERDICTS = new Set(["APPROVED", "CHANGES_REQUESTED", "DISMISSED"])

const byTime = (a: Review, b: Review) => (a.submitted_at ?? "").localeCompare(b.submitted_at ?? "") || a.id - b.id

/** Builds a reviewer from all reviews that the user submitted, newest last. */
const reviewerOf = (who: string, requested: boolean, reviews: ReadonlyArray<Review>): Reviewer => {
  const last = reviews.at(-1)
  const verdict = reviews.findLast(({ state }) => VERDICTS.has(state)) ?? last
  return defined({
    type: "user" as const,
    name: who,
    requested,
    state: verdict?.state.toLowerCase(),
    last_review_state: last?.state.toLowerCase(),
    submitted_at: last?.submitted_at ?? undefined,
    html_url: last?.html_url ?? undefined
  })
}

/**
 * Returns the users who are requested or have reviewed, each once, then the teams. Reviews that are not submitted are
 * ignored.
 */
export const reviewersOf = (requests: RequestedReviewers, reviews: ReadonlyArray<Review>): ReadonlyArray<Reviewer> => {
  const submittedReviews = reviews.filter(({ state, user }) => state !== "PENDING" && user != null).sort(byTime)
  const byLogin = Map.groupBy(submittedReviews, ({ user }) => user?.login ?? "")
  const requestedLogins = new Set(requests.users.flatMap((user) => user?.login ?? []))
  return [
    ...[...new Set([...requestedLogins, ...byLogin.keys()])].map((who) =>
      reviewerOf(who, requestedLogins.has(who), byLogin.get(who) ?? [])
    ),
    ...requests.teams.map(({ slug }): Reviewer => ({ type: "team", name: slug, requested: true }))
  ]
}

/** Makes a function that reads the requested reviewers and all pages of reviews, for an operation. */
export const readReviewers = (http: Http, operation: string) => {
  const readRequested = reader(http, operation, RequestedReviewers)
  const reviewsOf = readAll(http, operation, {
    item: Review,
    endpoint: (input: PullRequestName) => inRepository(input, `/pulls/${input.pull_number}/reviews`)
  })
  return Effect.fnUntraced(function* (input: PullRequestName) {
    const endpoint = inRepository(input, `/pulls/${input.pull_number}/requested_reviewers`)
    const requests = yield* readRequested({ method: "GET", endpoint })
    return { reviewers: reviewersOf(requests, yield* reviewsOf(input)) }
  })
}
