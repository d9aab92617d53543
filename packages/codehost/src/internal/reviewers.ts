/** Who is to review a pull request and who has: requests and reviews, brought together. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { lists } from "../client/pages.ts"
import type { PullRequestName } from "../client/PullRequests.ts"
import { PullRequest } from "../schema/PullRequest.ts"
import { RequestedReviewers, Review, type Reviewer } from "../schema/Review.ts"
import { given } from "./endpoint.ts"
import * as HowToLook from "./how-to-look.ts"
import { listOf, login, name, optional } from "./inputs.ts"
import { method, one, reader, type Http } from "./methods.ts"
import { NAMED, at } from "./pull-request-path.ts"

const OPERATION = "pullRequests.reviewers"

/** A comment says nothing about whether to merge, so it leaves the verdict before it. */
const VERDICTS = new Set(["APPROVED", "CHANGES_REQUESTED", "DISMISSED"])

const byTime = (a: Review, b: Review) => (a.submitted_at ?? "").localeCompare(b.submitted_at ?? "") || a.id - b.id

/** One user's place, by all reviews that the user submitted; newest last. */
const reviewed = (who: string, requested: boolean, reviews: ReadonlyArray<Review>): Reviewer => {
  const last = reviews.at(-1)
  const verdict = reviews.findLast(({ state }) => VERDICTS.has(state)) ?? last
  return {
    type: "user",
    name: who,
    requested,
    ...(verdict !== undefined && { state: verdict.state.toLowerCase() }),
    ...(last !== undefined && { last_review_state: last.state.toLowerCase() }),
    ...(typeof last?.submitted_at === "string" && { submitted_at: last.submitted_at }),
    ...(typeof last?.html_url === "string" && { html_url: last.html_url })
  }
}

/** Users who are asked or who reviewed, each once, then teams; a review that is not submitted yet does not count. */
export const reviewersOf = (requested: RequestedReviewers, reviews: ReadonlyArray<Review>): ReadonlyArray<Reviewer> => {
  const submitted = reviews.filter(({ state, user }) => state !== "PENDING" && user != null).sort(byTime)
  const byLogin = Map.groupBy(submitted, ({ user }) => user?.login ?? "")
  const asked = new Set(requested.users.map((user) => user.login))
  return [
    ...[...new Set([...asked, ...byLogin.keys()])].map((who) => reviewed(who, asked.has(who), byLogin.get(who) ?? [])),
    ...requested.teams.map(({ slug }): Reviewer => ({ type: "team", name: slug, requested: true }))
  ]
}

/** Reads both, all pages of reviews. */
export const reviewersOver = (http: Http) => {
  const requested = reader(http, OPERATION, RequestedReviewers)
  const reviews = lists<PullRequestName, Review>(http, {
    operation: OPERATION,
    rules: NAMED,
    item: Review,
    endpoint: (input) => at(input, "/reviews")
  })
  return method(
    OPERATION,
    NAMED,
    Effect.fnUntraced(function* (input: PullRequestName) {
      const asked = yield* requested({ method: "GET", endpoint: at(input, "/requested_reviewers") })
      return { reviewers: reviewersOf(asked, yield* Stream.runCollect(reviews.list(input).items)) }
    })
  )
}

/** Whom to ask: users by login, teams by slug. */
export const ASKED = { reviewers: optional(listOf(login)), team_reviewers: optional(listOf(name)) }

interface Asked extends PullRequestName {
  readonly reviewers?: ReadonlyArray<string>
  readonly team_reviewers?: ReadonlyArray<string>
}

/** Asks for reviews. */
export const requestOver = (http: Http) =>
  one(
    http,
    "pullRequests.requestReviewers",
    { ...NAMED, ...ASKED },
    PullRequest,
    ({ reviewers, team_reviewers, ...input }: Asked) => ({
      method: "POST",
      endpoint: at(input, "/requested_reviewers"),
      howToLook: HowToLook.state(`the reviewers of #${input.pull_number}`, input),
      body: given({ reviewers, team_reviewers })
    })
  )
