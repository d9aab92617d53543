/** Repositories: created, read, listed and starred. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { given, inRepository } from "../internal/endpoint.ts"
import { state } from "../internal/how-to-look.ts"
import { anyText, name, oneOf, optional, repository } from "../internal/inputs.ts"
import { done, one, type Http } from "../internal/methods.ts"
import { Repository } from "../schema/Repository.ts"
import { lists, type ReadList, type ReadPage } from "./pages.ts"

/** Names a repository. */
export interface RepositoryName {
  readonly owner: string
  readonly repo: string
}

/** A repository to be. */
export interface NewRepository {
  readonly name: string
  /** The organization that owns it; by default the token's owner does. */
  readonly org?: string
  readonly description?: string
  readonly homepage?: string
  /** False by default: the service makes public repositories. */
  readonly private?: boolean
  /** Begins with an empty README, so that there is a branch to work on. */
  readonly auto_init?: boolean
  /** Such as `Node`. */
  readonly gitignore_template?: string
  /** Such as `mit`. */
  readonly license_template?: string
  readonly has_issues?: boolean
  readonly has_wiki?: boolean
}

/** Which of the repositories that the token reaches. */
export interface OwnRepositories {
  readonly visibility?: "all" | "public" | "private"
  readonly sort?: "created" | "updated" | "pushed" | "full_name"
  readonly direction?: "asc" | "desc"
}

/** Repositories. */
export interface Repositories {
  /** `POST /user/repos` or `/orgs/{org}/repos`; a name that is taken fails as `Conflict`. */
  readonly create: (input: NewRepository) => Effect.Effect<Repository, ProviderError>
  /** `GET /repos/{owner}/{repo}`. */
  readonly get: (input: RepositoryName) => Effect.Effect<Repository, ProviderError>
  /** `GET /user/repos`: what the token reaches. */
  readonly page: ReadPage<OwnRepositories, Repository>
  /** As `page`, all of them. */
  readonly list: ReadList<OwnRepositories, Repository>
  /** `PUT /user/starred/{owner}/{repo}`; starring again changes nothing. */
  readonly star: (input: RepositoryName) => Effect.Effect<{ readonly starred: true }, ProviderError>
  /** `GET /user/starred/{owner}/{repo}`. */
  readonly isStarred: (input: RepositoryName) => Effect.Effect<{ readonly starred: boolean }, ProviderError>
}

const OWN = {
  visibility: optional(oneOf("all", "public", "private")),
  sort: optional(oneOf("created", "updated", "pushed", "full_name")),
  direction: optional(oneOf("asc", "desc"))
}

const starredPath = ({ owner, repo }: RepositoryName) => `/user/starred/${owner}/${repo}`

export const make = (http: Http): Repositories => {
  const isStarred = done(
    http,
    "repositories.isStarred",
    repository,
    (input: RepositoryName) => ({ method: "GET", endpoint: starredPath(input) }),
    () => ({ starred: true })
  )
  return {
    create: one(
      http,
      "repositories.create",
      { name, org: optional(name), description: optional(anyText), homepage: optional(anyText) },
      Repository,
      ({ org, ...body }: NewRepository) => ({
        method: "POST",
        endpoint: org === undefined ? "/user/repos" : `/orgs/${org}/repos`,
        howToLook: `read the repository ${org === undefined ? "" : `${org}/`}${body.name}`,
        body: given(body)
      })
    ),
    get: one(http, "repositories.get", repository, Repository, (input: RepositoryName) => ({
      method: "GET",
      endpoint: inRepository(input)
    })),
    ...lists<OwnRepositories, Repository>(http, {
      operation: "repositories.list",
      rules: OWN,
      item: Repository,
      endpoint: () => "/user/repos",
      query: ({ visibility, sort, direction }) => ({ visibility, sort, direction })
    }),
    star: done(
      http,
      "repositories.star",
      repository,
      (input: RepositoryName) => ({
        method: "PUT",
        endpoint: starredPath(input),
        howToLook: state("the star", input)
      }),
      () => ({ starred: true }) as const
    ),
    isStarred: (input) =>
      isStarred(input).pipe(
        Effect.catch((error) =>
          error.reason._tag === "NotFound" ? Effect.succeed({ starred: false }) : Effect.fail(error)
        )
      )
  }
}
