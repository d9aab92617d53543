/** Commits: one, or the history of a branch or path. */
import * as Paging from "@inlay/core-http/Paging"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { decoder } from "../internal/decoder.ts"
import { bare, inRepository, segments, withQuery } from "../internal/endpoint.ts"
import { existence } from "../internal/existence.ts"
import { oneOf, optional, path, positive, ref, repository, text, time, type Rule } from "../internal/inputs.ts"
import { method, type Http } from "../internal/methods.ts"
import { Commit } from "../schema/Commit.ts"
import { lists, type ReadList, type ReadPage } from "./pages.ts"
import type { RepositoryName } from "./Repositories.ts"

/** Names a commit. */
export interface CommitName extends RepositoryName {
  /** Commit, branch or tag. */
  readonly ref: string
  /** `none`: message and people; `stats` (the default): also lines changed, and in which files; `patch`: also the diffs. */
  readonly detail?: "none" | "stats" | "patch"
  /** Of the files, 300 a page: a commit of more says `more_files`. From 1. */
  readonly page?: number
}

/** Which commits. */
export interface CommitQuery extends RepositoryName {
  /** Commit or branch to start from; the default branch where it is left out. */
  readonly sha?: string
  /** Only commits that changed this file or folder. */
  readonly path?: string
  /** Login or e-mail address. */
  readonly author?: string
  readonly committer?: string
  /** ISO 8601. */
  readonly since?: string
  /** ISO 8601. */
  readonly until?: string
}

/** Commits of a repository. */
export interface Commits {
  /** `GET /repos/{owner}/{repo}/commits/{ref}`; the files of a very large one by pages of 300. */
  readonly get: (input: CommitName) => Effect.Effect<Commit, ProviderError>
  /** `GET /repos/{owner}/{repo}/commits`, newest first. */
  readonly page: ReadPage<CommitQuery, Commit>
  /** As `page`, all of them. */
  readonly list: ReadList<CommitQuery, Commit>
}

/** A name that is no address. */
const LOGIN = /^[A-Za-z0-9-]{1,100}(\[bot\])?$/

const forwards: Rule = (input) => {
  const { since, until } = input as CommitQuery
  return since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until)
    ? "until must not be before since"
    : undefined
}

const QUERY = {
  ...repository,
  sha: optional(ref),
  path: optional(path),
  author: optional(text),
  committer: optional(text),
  since: optional(time),
  until: optional(time),
  "": forwards
}

/** The service always sends all of it. */
const trimmed = ({ stats, files, ...commit }: Commit, detail: CommitName["detail"] = "stats"): Commit => {
  if (detail === "none") return commit
  return {
    ...commit,
    ...(stats !== undefined && { stats }),
    ...(files !== undefined && {
      files: detail === "patch" ? files : (files?.map(({ patch: _patch, ...file }) => file) ?? null)
    })
  }
}

export const make = (http: Http): Commits => {
  const read = decoder("commits.get", Commit)
  const there = existence(http, "commits.list")
  return {
    get: method(
      "commits.get",
      { ...repository, ref, detail: optional(oneOf("none", "stats", "patch")), page: optional(positive) },
      Effect.fnUntraced(function* (input: CommitName) {
        const answer = yield* http.call({
          operation: "commits.get",
          method: "GET",
          endpoint: withQuery(inRepository(input, `/commits/${segments(input.ref)}`), { page: input.page })
        })
        const commit = trimmed(yield* read(answer), input.detail)
        const hasMore = input.detail !== "none" && Paging.linkNext(answer.headers) !== undefined
        return hasMore ? { ...commit, more_files: true } : commit
      })
    ),
    ...lists<CommitQuery, Commit>(http, {
      operation: "commits.list",
      rules: QUERY,
      item: Commit,
      endpoint: (input) => inRepository(input, "/commits"),
      query: ({ owner: _owner, repo: _repo, path: at, ...query }) => ({
        ...query,
        path: at === undefined ? undefined : bare(at)
      }),
      whenEmpty: Effect.fnUntraced(function* ({ path: at, author, committer, sha: on, ...input }) {
        if (at !== undefined) yield* there.path(input, at, on)
        for (const who of [author, committer]) if (who !== undefined && LOGIN.test(who)) yield* there.user(who)
      })
    })
  }
}
