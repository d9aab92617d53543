/** Commits: one, or the history of a branch or path. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { bare, inRepository, segments } from "../internal/endpoint.ts"
import { oneOf, optional, path, ref, repository, text, time } from "../internal/inputs.ts"
import { method, reader, type Http } from "../internal/methods.ts"
import { Commit } from "../schema/Commit.ts"
import { lists, type ReadList, type ReadPage } from "./pages.ts"
import type { RepositoryName } from "./Repositories.ts"

/** Names a commit. */
export interface CommitName extends RepositoryName {
  /** Commit, branch or tag. */
  readonly ref: string
  /** `none`: message and people; `stats` (the default): also lines changed, and in which files; `patch`: also the diffs. */
  readonly detail?: "none" | "stats" | "patch"
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
  /** `GET /repos/{owner}/{repo}/commits/{ref}`; the first 300 files of a very large one. */
  readonly get: (input: CommitName) => Effect.Effect<Commit, ProviderError>
  /** `GET /repos/{owner}/{repo}/commits`, newest first. */
  readonly page: ReadPage<CommitQuery, Commit>
  /** As `page`, all of them. */
  readonly list: ReadList<CommitQuery, Commit>
}

const QUERY = {
  ...repository,
  sha: optional(ref),
  path: optional(path),
  author: optional(text),
  committer: optional(text),
  since: optional(time),
  until: optional(time)
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
  const get = reader(http, "commits.get", Commit)
  return {
    get: method(
      "commits.get",
      { ...repository, ref, detail: optional(oneOf("none", "stats", "patch")) },
      (input: CommitName) =>
        Effect.map(get({ method: "GET", endpoint: inRepository(input, `/commits/${segments(input.ref)}`) }), (commit) =>
          trimmed(commit, input.detail)
        )
    ),
    ...lists<CommitQuery, Commit>(http, {
      operation: "commits.list",
      rules: QUERY,
      item: Commit,
      endpoint: (input) => inRepository(input, "/commits"),
      query: ({ owner: _owner, repo: _repo, path: at, ...query }) => ({
        ...query,
        path: at === undefined ? undefined : bare(at)
      })
    })
  }
}
