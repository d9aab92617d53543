import * as Schema from "effect/Schema"

import { PullRequestEvent } from "../schema/events/PullRequestEvent.ts"
import type { PullRequest } from "../schema/PullRequest.ts"
import type { Team, User } from "../schema/User.ts"
import { choice, flag, texts } from "./parts/filters.ts"
import { HISTORY_SOURCE, pullRequestHistory } from "./parts/history.ts"
import { secondOf, type Fact } from "./parts/occurrences.ts"
import { pullRequestData, pullRequestFilters, type About } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const ReviewRequest = Schema.Struct({
  ...PullRequestEvent.fields,
  /** A user's login or a team's slug. */
  reviewer: Schema.String,
  /** `user` or `team`. */
  reviewer_type: Schema.Literals(["user", "team"]),
  /** Whether the review is requested from the account. */
  requests_me: Schema.Boolean
})
type ReviewRequest = typeof ReviewRequest.Type

interface Reviewers {
  readonly requested_reviewer?: User | null
  readonly requested_team?: Team | null
}

const fact = (
  { requested_reviewer: user, requested_team: team }: Reviewers,
  pull: PullRequest,
  about: About
): Fact<ReviewRequest> | undefined => {
  const reviewer = user?.login ?? team?.slug
  if (reviewer === undefined) return undefined
  const reviewer_type = user ? "user" : "team"
  const requests_me = reviewer_type === "user" && reviewer.toLowerCase() === about.watcher.login.toLowerCase()
  return {
    id: `${pull.id} ${reviewer_type}:${reviewer} ${secondOf(about.at)}`,
    at: about.at,
    data: { ...pullRequestData(pull, about), reviewer, reviewer_type, requests_me },
    causes: [pull.html_url]
  }
}

export const newReviewRequest = repositoryTrigger<ReviewRequest>({
  id: "codehost_new_review_request",
  title: "New review request",
  category: "Issue and pull request",
  description: "A user or a team has been asked to review a pull request: one event for each of them.",
  output: ReviewRequest,
  filters: {
    ...pullRequestFilters,
    reviewer: texts("reviewer", "Login of a user or slug of a team", ({ reviewer }) => reviewer),
    reviewer_type: choice("kind of reviewer", ["user", "team"], ({ reviewer_type }) => reviewer_type),
    requests_me: flag("It asks the account.", "It does not ask the account.", ({ requests_me }) => requests_me)
  },
  on: {
    pull_request: ({ pull_request: pull, repository, sender, ...payload }, watcher) => {
      const about = { repository: repository.full_name, actor: sender?.login, at: pull.updated_at, watcher }
      return payload.action === "review_requested" ? fact(payload, pull, about) : undefined
    }
  },
  pollFrom: { source: HISTORY_SOURCE },
  poll: pullRequestHistory(({ event }) => event === "review_requested", fact)
})
