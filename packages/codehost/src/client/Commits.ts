/** Reads one commit, or the history of a branch or path. */
import * as Operation from "@inlay/core-http/Operation"
import * as Paging from "@inlay/core-http/Paging"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Commit, CommitName, CommitQuery } from "../schema/Commit.ts"
import { pageOf, paging } from "../schema/Page.ts"
import { trimSlashes, inRepository, segments, withQuery } from "../wire/endpoint.ts"
import { lists, type ReadList } from "../wire/lists.ts"
import type { ReadPage } from "../wire/pages.ts"
import type { Http } from "../wire/requests.ts"
import { decoder, operation } from "../wire/service.ts"
import { existence } from "./repositories/existence.ts"

/** Commits of a repository. */
export interface Commits {
  /** `GET /repos/{owner}/{repo}/commits/{ref}`. The files of a very large commit come in pages of 300. */
  readonly get: (input: CommitName) => Effect.Effect<Commit, ProviderError>
  /** `GET /repos/{owner}/{repo}/commits`, newest first. */
  readonly page: ReadPage<CommitQuery, Commit>
  /** Like `page`, but all pages. */
  readonly list: ReadList<CommitQuery, Commit>
}

/** Matches a login, but not an e-mail address. */
const LOGIN = /^[A-Za-z0-9-]{1,100}(\[bot\])?$/

/** `since` must not be after `until`. */
const forwards: Operation.Across = ({ since, until }) =>
  typeof since === "string" && typeof until === "string" && Date.parse(since) > Date.parse(until)
    ? [{ field: "until", message: "must not be before since" }]
    : []

export const get = operation({ name: "commits.get", input: CommitName, output: Commit })

export const list = operation({
  name: "commits.list",
  input: Schema.Struct({ ...CommitQuery.fields, ...paging }),
  output: pageOf(Commit),
  across: forwards
})

/** Removes the details that were not requested. The service always sends all of them. */
const withDetail = ({ stats, files, ...commit }: Commit, detail: CommitName["detail"] = "stats"): Commit => {
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
  const read = decoder(get.name, Commit)
  const mustExist = existence(http, list.name)
  return {
    get: Operation.method(
      get,
      Effect.fnUntraced(function* (input: CommitName) {
        const answer = yield* http.call({
          operation: get.name,
          method: "GET",
          endpoint: withQuery(inRepository(input, `/commits/${segments(input.ref)}`), { page: input.page })
        })
        const commit = withDetail(yield* read(answer), input.detail)
        const hasMore = input.detail !== "none" && Paging.linkNext(answer.headers) !== undefined
        return hasMore ? { ...commit, more_files: true } : commit
      })
    ),
    ...lists(http, list, {
      item: Commit,
      endpoint: (input: CommitQuery) => inRepository(input, "/commits"),
      query: ({ owner: _owner, repo: _repo, path, ...query }) => ({
        ...query,
        path: path === undefined ? undefined : trimSlashes(path)
      }),
      // The service answers with a conflict if the repository has no commit yet.
      saysNone: ({ reason }) => reason._tag === "Conflict" && reason.because === "empty",
      whenEmpty: Effect.fnUntraced(function* ({ path, author, committer, sha, ...input }) {
        if (path !== undefined) yield* mustExist.path(input, path, sha)
        for (const who of [author, committer]) if (who !== undefined && LOGIN.test(who)) yield* mustExist.user(who)
      })
    })
  }
}
