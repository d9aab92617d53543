/** Opens, reads, changes, reviews and merges pull requests. */
import { defined } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { Conflict, ProviderError, Reason } from "@inlay/core-http/ProviderError"
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
import { afterChange, byOutput, reader, writing, type Http } from "../../wire/requests.ts"
import { operation, providerError } from "../../wire/service.ts"
import { defaultBranch } from "../repositories/default-branch.ts"
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

/** Returns the endpoint of a pull request, or one below it. */
const at = (input: PullRequestName, rest = "") => inRepository(input, `/pulls/${input.pull_number}${rest}`)

const MUTATIONS = {
  ready: `mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { id } } }`,
  draft: `mutation($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { id } } }`
}

/** Makes a function that marks an open pull request as ready for review or as a draft. Only the GraphQL API can do this. */
const draftState = (http: Http, name: string, target: keyof typeof MUTATIONS) => {
  const read = reader(http, name, PullRequest)
  return Effect.fnUntraced(function* (input: PullRequestName) {
    const pull = yield* read({ method: "GET", endpoint: at(input) })
    if (pull.state !== "open") {
      return yield* providerError(name, {
        _tag: "Conflict",
        what: `Pull request #${pull.number} is ${pull.merged === true ? "merged" : "closed"}; only an open pull request can be a draft or ready.`,
        because: "state",
        nothing: "changed"
      })
    }
    if (pull.draft === (target === "draft")) return pull
    const lookAt = state(`pull request #${pull.number}`, input)
    yield* http.graphql(name, MUTATIONS[target], { id: pull.node_id }, input, lookAt)
    return yield* afterChange(read({ method: "GET", endpoint: at(input) }))
  })
}

/** Returns why a pull request cannot be merged, judged by its state, as the end of a sentence about it. */
const problemOf = (pull: PullRequest, sha: string | undefined): Omit<Conflict, "_tag"> | undefined => {
  const ofState = (what: string): Omit<Conflict, "_tag"> => ({ what, because: "state", remedy: { to: "changeState" } })
  if (pull.merged === true || typeof pull.merged_at === "string") return { what: "is already merged", because: "state" }
  if (pull.state === "closed") return ofState("is closed, and can be reopened")
  if (pull.draft === true) return ofState("is a draft, not ready for review")
  if (sha !== undefined && pull.head.sha !== sha) {
    const what = `has changed: its head is now ${pull.head.sha}`
    return { what, because: "changed", remedy: { to: "readAgain" } }
  }
  if (pull.mergeable === false || pull.mergeable_state === "dirty") return ofState("has conflicts with its base branch")
  if (pull.mergeable_state === "behind") return ofState("is behind its base branch")
  if (pull.mergeable_state !== "blocked") return undefined
  const what = "is blocked by the rules of its base branch, which may require reviews, checks or a merge queue"
  return { what, because: "rules", remedy: { to: "changeState" } }
}

/**
 * Returns a reason from the pull request's state, or the service's own reason if the state does not explain the
 * failure.
 */
const withState = (pull: PullRequest, sha: string | undefined, reason: Reason): Reason => {
  const problem = problemOf(pull, sha)
  if (problem === undefined) return reason
  const what = `Pull request #${pull.number} ${problem.what}.`
  // The state does not tell which rule it is. The service's answer often does.
  return {
    _tag: "Conflict",
    ...problem,
    what: problem.because === "rules" ? `${what} ${reason.what}` : what,
    nothing: "changed"
  }
}

/**
 * Makes a function that merges a pull request. If the merge fails, the pull request is read to explain why, because the
 * service's response often does not name the cause.
 */
const mergeOver = (http: Http) => {
  const readMerge = reader(http, merge.name, Merge)
  const read = reader(http, merge.name, PullRequest)
  return ({ sha, merge_method, commit_title, commit_message, ...pull }: MergeRequest) => {
    const body = defined({ sha, merge_method, commit_title, commit_message })
    const lookAt = state(`pull request #${pull.pull_number}`, pull)
    return readMerge({ method: "PUT", endpoint: at(pull, "/merge"), body, lookAt }).pipe(
      Effect.catch((error) =>
        error.reason._tag !== "Conflict" && error.reason._tag !== "Invalid"
          ? Effect.fail(error)
          : Effect.matchEffect(read({ method: "GET", endpoint: at(pull) }), {
              onFailure: () => Effect.fail(error),
              onSuccess: (current) => Effect.fail(providerError(merge.name, withState(current, sha, error.reason)))
            })
      )
    )
  }
}

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
    merge: Operation.method(merge, mergeOver(http)),
    markReady: Operation.method(markReady, draftState(http, markReady.name, "ready")),
    convertToDraft: Operation.method(convertToDraft, draftState(http, convertToDraft.name, "draft")),
    requestReviewers: request,
    reviewers: Operation.method(reviewers, readReviewers(http, reviewers.name))
  }
}
