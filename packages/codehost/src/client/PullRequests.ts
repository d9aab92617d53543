/** Pull requests: opened, read, changed, reviewed and merged. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { defaultBranch } from "../internal/default-branch.ts"
import { draftState } from "../internal/draft-state.ts"
import { given, inRepository } from "../internal/endpoint.ts"
import { newest, state } from "../internal/how-to-look.ts"
import { anyText, branch, changes, head, oneOf, optional, repository, sha, text } from "../internal/inputs.ts"
import { mergeOver } from "../internal/merge.ts"
import { method, one, reader, writing, type Http } from "../internal/methods.ts"
import { NAMED, at } from "../internal/pull-request-path.ts"
import { reviewersKnown } from "../internal/reviewers-known.ts"
import { ASKED, requestOver, reviewersOver } from "../internal/reviewers.ts"
import { PullRequest, type Merge } from "../schema/PullRequest.ts"
import type { Reviewers } from "../schema/Review.ts"
import { lists, type ReadList, type ReadPage } from "./pages.ts"
import type { RepositoryName } from "./Repositories.ts"

/** Names a pull request. */
export interface PullRequestName extends RepositoryName {
  readonly pull_number: number
}

/** Which pull requests. */
export interface PullRequestQuery extends RepositoryName {
  /** `open` by default. */
  readonly state?: "open" | "closed" | "all"
  /** `branch`, or `owner:branch` for a fork's. */
  readonly head?: string
  readonly base?: string
  readonly sort?: "created" | "updated" | "popularity" | "long-running"
  readonly direction?: "asc" | "desc"
}

/** A pull request to be. */
export interface NewPullRequest extends RepositoryName {
  readonly title: string
  /** The branch to merge, its slashes included; `owner:branch` for a fork's. */
  readonly head: string
  /** The branch to merge into; the repository's default branch where it is left out. */
  readonly base?: string
  /** Markdown. */
  readonly body?: string
  readonly draft?: boolean
  readonly maintainer_can_modify?: boolean
  /** Logins to ask for a review once the pull request stands. */
  readonly reviewers?: ReadonlyArray<string>
  /** Team slugs, likewise. */
  readonly team_reviewers?: ReadonlyArray<string>
}

/** A pull request that stands. */
export type CreatedPullRequest = PullRequest & {
  /** Why the reviewers could not be asked; the pull request was created all the same. */
  readonly reviewers_problem?: string
}

/** What to change of a pull request; what is left out stays. */
export interface PullRequestChange extends PullRequestName {
  readonly title?: string
  readonly body?: string
  readonly state?: "open" | "closed"
  readonly base?: string
  readonly maintainer_can_modify?: boolean
}

/** How to merge. */
export interface MergeRequest extends PullRequestName {
  readonly commit_title?: string
  readonly commit_message?: string
  /** The head that was looked at: where it moved on, nothing is merged. */
  readonly sha?: string
  /** `merge` by default. */
  readonly merge_method?: "merge" | "squash" | "rebase"
}

/** Pull requests of a repository. */
export interface PullRequests {
  /** `GET /repos/{owner}/{repo}/pulls`. */
  readonly page: ReadPage<PullRequestQuery, PullRequest>
  /** As `page`, all of them. */
  readonly list: ReadList<PullRequestQuery, PullRequest>
  /** `GET /repos/{owner}/{repo}/pulls/{pull_number}`. */
  readonly get: (input: PullRequestName) => Effect.Effect<PullRequest, ProviderError>
  /**
   * `POST /repos/{owner}/{repo}/pulls`, then asks the reviewers. One that exists already fails as `Conflict`; reviewers whom
   * the repository does not know as `Invalid`, and nothing is opened.
   */
  readonly create: (input: NewPullRequest) => Effect.Effect<CreatedPullRequest, ProviderError>
  /** `PATCH /repos/{owner}/{repo}/pulls/{pull_number}`. */
  readonly update: (input: PullRequestChange) => Effect.Effect<PullRequest, ProviderError>
  /**
   * `PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge`. Fails as `Conflict`, with the reason, where it is merged already,
   * closed, a draft, not mergeable, or its head moved on.
   */
  readonly merge: (input: MergeRequest) => Effect.Effect<Merge, ProviderError>
  /** Makes a draft ready for review (GraphQL); fine where it is ready. */
  readonly markReady: (input: PullRequestName) => Effect.Effect<PullRequest, ProviderError>
  /** Makes it a draft again (GraphQL); fine where it is one. */
  readonly convertToDraft: (input: PullRequestName) => Effect.Effect<PullRequest, ProviderError>
  /** `POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers`. */
  readonly requestReviewers: (
    input: PullRequestName & {
      readonly reviewers?: ReadonlyArray<string>
      readonly team_reviewers?: ReadonlyArray<string>
    }
  ) => Effect.Effect<PullRequest, ProviderError>
  /** Requested reviewers and all who reviewed, users and teams, each with where the review stands. */
  readonly reviewers: (input: PullRequestName) => Effect.Effect<Reviewers, ProviderError>
}

const QUERY = {
  ...repository,
  state: optional(oneOf("open", "closed", "all")),
  head: optional(head),
  base: optional(branch),
  sort: optional(oneOf("created", "updated", "popularity", "long-running")),
  direction: optional(oneOf("asc", "desc"))
}

const NEW = { ...repository, ...ASKED, title: text, head, base: optional(branch), body: optional(anyText) }

const CHANGE = {
  ...NAMED,
  title: optional(text),
  body: optional(anyText),
  state: optional(oneOf("open", "closed")),
  base: optional(branch),
  "": changes("owner", "repo", "pull_number")
}

const MERGE = { ...NAMED, sha: optional(sha), merge_method: optional(oneOf("merge", "squash", "rebase")) }

export const make = (http: Http): PullRequests => {
  const { page, list } = lists<PullRequestQuery, PullRequest>(http, {
    operation: "pullRequests.list",
    rules: QUERY,
    item: PullRequest,
    endpoint: (input) => inRepository(input, "/pulls"),
    // A bare branch filters nothing at the service: it wants to know whose.
    query: ({ owner, repo: _repo, head: from, ...query }) => ({
      ...query,
      head: from === undefined || from.includes(":") ? from : `${owner}:${from}`
    })
  })

  const requestReviewers = requestOver(http)
  const baseOf = defaultBranch(http, "pullRequests.create")
  const opened = reader(http, "pullRequests.create", PullRequest)
  const known = reviewersKnown(http, "pullRequests.create")
  const create = Effect.fnUntraced(function* (input: NewPullRequest) {
    const { owner, repo, reviewers = [], team_reviewers = [], ...body } = input
    yield* known({ owner, repo, reviewers, team_reviewers })
    const pull: CreatedPullRequest = yield* opened({
      method: "POST",
      endpoint: inRepository(input, "/pulls"),
      howToLook: newest("pull requests", input),
      body: given({ ...body, base: input.base ?? (yield* baseOf(input)) })
    })
    if (reviewers.length + team_reviewers.length === 0) return pull
    const asked = yield* Effect.result(
      requestReviewers({ owner, repo, pull_number: pull.number, reviewers, team_reviewers })
    )
    return asked._tag === "Success" ? asked.success : { ...pull, reviewers_problem: asked.failure.message }
  })

  return {
    page,
    list,
    get: one(http, "pullRequests.get", NAMED, PullRequest, (input: PullRequestName) => ({
      method: "GET",
      endpoint: at(input)
    })),
    create: method("pullRequests.create", NEW, writing(http, "pullRequests.create", create)),
    update: one(
      http,
      "pullRequests.update",
      CHANGE,
      PullRequest,
      ({ owner, repo, pull_number, ...body }: PullRequestChange) => ({
        method: "PATCH",
        endpoint: at({ owner, repo, pull_number }),
        howToLook: state(`pull request #${pull_number}`, { owner, repo }),
        body: given(body)
      })
    ),
    merge: method("pullRequests.merge", MERGE, mergeOver(http)),
    ...draftState(http),
    requestReviewers,
    reviewers: reviewersOver(http)
  }
}
