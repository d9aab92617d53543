/** Opens, reads, changes, reviews and merges pull requests. */
import { defined } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { pageOf, paging } from "../../schema/Page.ts"
import {
  CreatedPullRequest,
  MergeRequest,
  NewPullRequest,
  PullRequest,
  PullRequestChange,
  PullRequestName,
  PullRequestQuery,
  ReviewRequest,
  Merge
} from "../../schema/PullRequest.ts"
import { Reviewers } from "../../schema/Review.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { lists, type ReadList } from "../../wire/lists.ts"
import { newest, state } from "../../wire/look-at.ts"
import type { ReadPage } from "../../wire/pages.ts"
import { byOutput, reader, writing, type Http } from "../../wire/requests.ts"
import { operation } from "../../wire/service.ts"
import { defaultBranch } from "../repositories/default-branch.ts"
import { draftState } from "./draft-state.ts"
import { at } from "./endpoint.ts"
import { mergeOver } from "./merge.ts"
import { reviewerNames } from "./reviewer-names.ts"
import { readReviewers } from "./reviewers.ts"

/** Pull requests of a repository. */
export interface PullRequests {
  /** `GET /repos/{owner}/{repo}/pulls`. */
  readonly page: ReadPage<PullRequestQuery, PullRequest>
  /** Like `page`, but all pages. */
  readonly list: ReadList<PullRequestQuery, PullRequest>
  /** `GET /repos/{owner}/{repo}/pulls/{pull_number}`. */
  readonly get: (input: PullRequestName) => Effect.Effect<PullRequest, ProviderError>
  /**
   * `POST /repos/{owner}/{repo}/pulls`, then requests the reviewers. If the pull request exists already, it fails with
   * `Conflict`; if the repository does not know a reviewer, with `Invalid` and without opening the pull request.
   */
  readonly create: (input: NewPullRequest) => Effect.Effect<CreatedPullRequest, ProviderError>
  /** `PATCH /repos/{owner}/{repo}/pulls/{pull_number}`. */
  readonly update: (input: PullRequestChange) => Effect.Effect<PullRequest, ProviderError>
  /**
   * `PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge`. Fails with `Conflict` and the reason if the pull request is
   * already merged, closed, a draft or not mergeable, or if its head has moved on.
   */
  readonly merge: (input: MergeRequest) => Effect.Effect<Merge, ProviderError>
  /** Marks a draft as ready for review (GraphQL). Also succeeds if it is ready already. */
  readonly markReady: (input: PullRequestName) => Effect.Effect<PullRequest, ProviderError>
  /** Converts the pull request to a draft (GraphQL). Also succeeds if it is a draft already. */
  readonly convertToDraft: (input: PullRequestName) => Effect.Effect<PullRequest, ProviderError>
  /** `POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers`. */
  readonly requestReviewers: (input: ReviewRequest) => Effect.Effect<PullRequest, ProviderError>
  /** Requested reviewers and all users who have reviewed, with the state of each review. */
  readonly reviewers: (input: PullRequestName) => Effect.Effect<Reviewers, ProviderError>
}

export const list = operation({
  name: "pullRequests.list",
  input: Schema.Struct({ ...PullRequestQuery.fields, ...paging }),
  output: pageOf(PullRequest)
})

export const get = operation({ name: "pullRequests.get", input: PullRequestName, output: PullRequest })

export const create = operation({ name: "pullRequests.create", input: NewPullRequest, output: CreatedPullRequest })

export const update = operation({
  name: "pullRequests.update",
  input: PullRequestChange,
  output: PullRequest,
  across: Operation.changesBesides("owner", "repo", "pull_number")
})

export const merge = operation({ name: "pullRequests.merge", input: MergeRequest, output: Merge })

export const markReady = operation({ name: "pullRequests.markReady", input: PullRequestName, output: PullRequest })

export const convertToDraft = operation({
  name: "pullRequests.convertToDraft",
  input: PullRequestName,
  output: PullRequest
})

export const requestReviewers = operation({
  name: "pullRequests.requestReviewers",
  input: ReviewRequest,
  output: PullRequest
})

export const reviewers = operation({ name: "pullRequests.reviewers", input: PullRequestName, output: Reviewers })

export const make = (http: Http): PullRequests => {
  const request = byOutput(http, requestReviewers, ({ reviewers: logins, team_reviewers, ...pull }) => ({
    method: "POST",
    endpoint: at(pull, "/requested_reviewers"),
    lookAt: state(`the reviewers of #${pull.pull_number}`, pull),
    body: defined({ reviewers: logins, team_reviewers })
  }))
  const baseOf = defaultBranch(http, create.name)
  const readCreated = reader(http, create.name, PullRequest)
  const mustBeKnown = reviewerNames(http, create.name)
  const open = Effect.fnUntraced(function* (input: NewPullRequest) {
    const { owner, repo, reviewers: logins = [], team_reviewers = [], ...body } = input
    yield* mustBeKnown({ owner, repo, reviewers: logins, team_reviewers })
    const pull: CreatedPullRequest = yield* readCreated({
      method: "POST",
      endpoint: inRepository(input, "/pulls"),
      lookAt: newest("pull requests", input),
      body: defined({ ...body, base: input.base ?? (yield* baseOf(input)) })
    })
    if (logins.length + team_reviewers.length === 0) return pull
    const outcome = yield* Effect.result(
      request({ owner, repo, pull_number: pull.number, reviewers: logins, team_reviewers })
    )
    return outcome._tag === "Success" ? outcome.success : { ...pull, reviewers_problem: outcome.failure.message }
  })

  return {
    ...lists(http, list, {
      item: PullRequest,
      endpoint: (input: PullRequestQuery) => inRepository(input, "/pulls"),
      // The service ignores a `head` filter without an owner.
      query: ({ owner, repo: _repo, head, ...query }) => ({
        ...query,
        head: head === undefined || head.includes(":") ? head : `${owner}:${head}`
      })
    }),
    get: byOutput(http, get, (input) => ({ method: "GET", endpoint: at(input) })),
    create: Operation.method(create, writing(http, create.name, open)),
    update: byOutput(http, update, ({ owner, repo, pull_number, ...body }) => ({
      method: "PATCH",
      endpoint: at({ owner, repo, pull_number }),
      lookAt: state(`pull request #${pull_number}`, { owner, repo }),
      body: defined(body)
    })),
    merge: Operation.method(merge, mergeOver(http, merge.name)),
    markReady: Operation.method(markReady, draftState(http, markReady.name, "ready")),
    convertToDraft: Operation.method(convertToDraft, draftState(http, convertToDraft.name, "draft")),
    requestReviewers: request,
    reviewers: Operation.method(reviewers, readReviewers(http, reviewers.name))
  }
}
