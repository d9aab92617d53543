/** Lists, reads and creates branches. Branch names keep their slashes. */
import { nearest } from "@inlay/core-http/nearest"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { Branch, BranchName, BranchQuery, CreatedBranch, NewBranch, Ref } from "../schema/Branch.ts"
import { pageOf, paging } from "../schema/Page.ts"
import type { RepositoryName } from "../schema/Repository.ts"
import { inRepository, segments } from "../wire/endpoint.ts"
import { lists, type ReadList } from "../wire/lists.ts"
import { state } from "../wire/look-at.ts"
import type { ReadPage } from "../wire/pages.ts"
import { explain, reader, writing, type Http } from "../wire/requests.ts"
import { operation, providerError } from "../wire/service.ts"
import { defaultBranch } from "./repositories/default-branch.ts"

/** Branches of a repository. */
export interface Branches {
  /** `GET /repos/{owner}/{repo}/branches`. */
  readonly page: ReadPage<BranchQuery, Branch>
  /** Like `page`, but all pages. */
  readonly list: ReadList<BranchQuery, Branch>
  /**
   * `GET /repos/{owner}/{repo}/branches/{branch}`. If the branch does not exist, it fails with `NotFound` and the
   * nearest names.
   */
  readonly get: (input: BranchName) => Effect.Effect<Branch, ProviderError>
  /**
   * `POST /repos/{owner}/{repo}/git/refs`. If the source does not exist, it fails with `NotFound` and the nearest
   * names; if the branch exists already or the repository is empty, with `Conflict`.
   */
  readonly create: (input: NewBranch) => Effect.Effect<CreatedBranch, ProviderError>
}

export const list = operation({
  name: "branches.list",
  input: Schema.Struct({ ...BranchQuery.fields, ...paging }),
  output: pageOf(Branch)
})

export const get = operation({ name: "branches.get", input: BranchName, output: Branch })

export const create = operation({
  name: "branches.create",
  input: NewBranch,
  output: CreatedBranch,
  across: ({ source, sha }) =>
    source === undefined || sha === undefined ? [] : [{ field: "", message: "source and sha must not both be given" }]
})

/** Maximum number of branches that are read to find the nearest names. */
const MAX_BRANCHES_READ = 300

/** Returns a better reason for two of the conflicts that prevent the creation of a branch. */
const creationProblem = (
  { owner, repo, branch: name }: NewBranch,
  reason: Extract<Reason, { _tag: "Conflict" }>
): Reason => {
  switch (reason.because) {
    case "exists":
      return {
        ...reason,
        what: `${owner}/${repo} already has a branch ${name}.`,
        remedy: { to: "chooseAnotherName" },
        nothing: "changed"
      }
    case "empty":
      return {
        ...reason,
        what: `${owner}/${repo} is empty and has no commit to start a branch at. Write a first file.`,
        remedy: { to: "changeState" },
        nothing: "changed"
      }
    default:
      return reason
  }
}

export const make = (http: Http): Branches => {
  const all = lists(http, list, {
    item: Branch,
    endpoint: (input: BranchQuery) => inRepository(input, "/branches"),
    query: (input) => ({ protected: input.protected })
  })
  const readBranch = reader(http, get.name, Branch)
  const readRef = reader(http, create.name, Ref)
  const baseOf = defaultBranch(http, create.name)

  /**
   * Replaces a 404 with an error that has the nearest branch names, or with the repository's own 404 if it does not
   * exist.
   */
  const orNearest =
    (name: string, { owner, repo }: RepositoryName, branch: string) =>
    <A>(call: Effect.Effect<A, ProviderError>): Effect.Effect<A, ProviderError> =>
      call.pipe(
        Effect.catch((error) => {
          if (error.reason._tag !== "NotFound") return Effect.fail(error)
          return Effect.flatMap(
            all.list({ owner, repo }).items.pipe(
              Stream.take(MAX_BRANCHES_READ),
              Stream.map((one) => one.name),
              Stream.runCollect
            ),
            (names) =>
              Effect.fail(
                providerError(name, {
                  _tag: "NotFound",
                  what: `${owner}/${repo} has no branch ${branch}${names.length === 0 ? ", and no other branches yet" : ""}.`,
                  ...(names.length > 0 && { remedy: { to: "chooseName", names: nearest(branch, names) } }),
                  known: nearest(branch, names)
                })
              )
          )
        })
      )

  const createBranch = Effect.fnUntraced(function* (input: NewBranch) {
    const source = input.sha === undefined ? (input.source ?? (yield* baseOf(input))) : undefined
    const sha =
      source === undefined
        ? input.sha
        : (yield* readRef({ method: "GET", endpoint: inRepository(input, `/git/ref/heads/${segments(source)}`) }).pipe(
            orNearest(create.name, input, source)
          )).object.sha
    const { ref, object } = yield* readRef({
      method: "POST",
      endpoint: inRepository(input, "/git/refs"),
      lookAt: state(`the branch ${input.branch}`, input),
      body: { ref: `refs/heads/${input.branch}`, sha }
    })
    const branch: CreatedBranch = {
      name: input.branch,
      ref,
      sha: object.sha,
      ...(source !== undefined && { source })
    }
    return branch
  })

  return {
    ...all,
    get: Operation.method(get, (input) =>
      readBranch({ method: "GET", endpoint: inRepository(input, `/branches/${segments(input.branch)}`) }).pipe(
        orNearest(get.name, input, input.branch)
      )
    ),
    create: Operation.method(
      create,
      writing(http, create.name, (input: NewBranch) =>
        createBranch(input).pipe(explain("Conflict", (reason) => creationProblem(input, reason)))
      )
    )
  }
}
