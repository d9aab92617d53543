/** Branches: listed, read and created. Names keep their slashes. */
import { nearest } from "@inlay/core-http/nearest"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { defaultBranch } from "../internal/default-branch.ts"
import { inRepository, segments } from "../internal/endpoint.ts"
import { state } from "../internal/how-to-look.ts"
import { branch, optional, repository, sha, type Rule } from "../internal/inputs.ts"
import { explain, failed, method, reader, writing, type Http } from "../internal/methods.ts"
import { Branch, Ref, type CreatedBranch } from "../schema/Branch.ts"
import { lists, type ReadList, type ReadPage } from "./pages.ts"
import type { RepositoryName } from "./Repositories.ts"

/** Names a branch. */
export interface BranchName extends RepositoryName {
  /** `feature/a/b`. */
  readonly branch: string
}

/** A branch to be. */
export interface NewBranch extends BranchName {
  /** The branch to start from; the repository's default branch where it and `sha` are left out. Never with `sha`. */
  readonly source?: string
  /** The commit to start at, in the place of a source branch. */
  readonly sha?: string
}

/** Branches of a repository. */
export interface Branches {
  /** `GET /repos/{owner}/{repo}/branches`. */
  readonly page: ReadPage<RepositoryName & { readonly protected?: boolean }, Branch>
  /** As `page`, all of them. */
  readonly list: ReadList<RepositoryName & { readonly protected?: boolean }, Branch>
  /** `GET /repos/{owner}/{repo}/branches/{branch}`; where there is none, `NotFound` with the nearest names. */
  readonly get: (input: BranchName) => Effect.Effect<Branch, ProviderError>
  /**
   * `POST /repos/{owner}/{repo}/git/refs`. A source that is not there fails as `NotFound` with the nearest names; a branch
   * that exists as `Conflict`, as does an empty repository.
   */
  readonly create: (input: NewBranch) => Effect.Effect<CreatedBranch, ProviderError>
}

const NAMED = { ...repository, branch }

/** A branch starts at one place. */
const oneStart: Rule = (input) => {
  const { source, sha: at } = input as NewBranch
  return source === undefined || at === undefined ? undefined : "source and sha must not both be given"
}

const NEW = { ...NAMED, source: optional(branch), sha: optional(sha), "": oneStart }

/** Branches looked through for names near a wrong one. */
const LOOKED_THROUGH = 300

/** Why a branch was not made; other conflicts than these two say it themselves. */
const unmade = ({ owner, repo, branch: name }: NewBranch, reason: Extract<Reason, { _tag: "Conflict" }>): Reason => {
  if (/already exists/i.test(reason.what)) {
    return {
      ...reason,
      what: `${owner}/${repo} has a branch ${name} already.`,
      fix: "Choose another name, or work on the one that is there. Nothing was changed."
    }
  }
  return /is empty/i.test(reason.what)
    ? { ...reason, what: `${owner}/${repo} is empty: it has no commit to start at.`, fix: "Write a first file." }
    : reason
}

export const make = (http: Http): Branches => {
  const { page, list } = lists<RepositoryName & { readonly protected?: boolean }, Branch>(http, {
    operation: "branches.list",
    rules: repository,
    item: Branch,
    endpoint: (input) => inRepository(input, "/branches"),
    query: (input) => ({ protected: input.protected })
  })
  const get = reader(http, "branches.get", Branch)
  const refs = reader(http, "branches.create", Ref)
  const baseOf = defaultBranch(http, "branches.create")

  /** In the place of a 404: which branches there are. It may be the repository that is not there; then that is said. */
  const missing =
    (operation: string, { owner, repo }: RepositoryName, name: string) =>
    <A>(call: Effect.Effect<A, ProviderError>): Effect.Effect<A, ProviderError> =>
      call.pipe(
        Effect.catch((error) => {
          if (error.reason._tag !== "NotFound") return Effect.fail(error)
          return Effect.flatMap(
            list({ owner, repo }).items.pipe(
              Stream.take(LOOKED_THROUGH),
              Stream.map((found) => found.name),
              Stream.runCollect
            ),
            (names) =>
              Effect.fail(
                failed(operation, {
                  _tag: "NotFound",
                  what: `${owner}/${repo} has no branch ${name}.`,
                  fix:
                    names.length === 0
                      ? "The repository has no branches yet."
                      : `Near names: ${nearest(name, names).join(", ")}.`,
                  known: nearest(name, names)
                })
              )
          )
        })
      )

  const create = Effect.fnUntraced(function* (input: NewBranch) {
    const source = input.sha === undefined ? (input.source ?? (yield* baseOf(input))) : undefined
    const at =
      source === undefined
        ? input.sha
        : (yield* refs({ method: "GET", endpoint: inRepository(input, `/git/ref/heads/${segments(source)}`) }).pipe(
            missing("branches.create", input, source)
          )).object.sha
    const made = yield* refs({
      method: "POST",
      endpoint: inRepository(input, "/git/refs"),
      howToLook: state(`the branch ${input.branch}`, input),
      body: { ref: `refs/heads/${input.branch}`, sha: at }
    })
    const created: CreatedBranch = {
      name: input.branch,
      ref: made.ref,
      sha: made.object.sha,
      ...(source !== undefined && { source })
    }
    return created
  })

  return {
    page,
    list,
    get: method("branches.get", NAMED, (input: BranchName) =>
      get({ method: "GET", endpoint: inRepository(input, `/branches/${segments(input.branch)}`) }).pipe(
        missing("branches.get", input, input.branch)
      )
    ),
    create: method(
      "branches.create",
      NEW,
      writing(http, "branches.create", (input: NewBranch) =>
        create(input).pipe(explain("Conflict", (reason) => unmade(input, reason)))
      )
    )
  }
}
