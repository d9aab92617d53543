/** Creates, reads, lists and stars repositories. */
import { defined } from "@inlay/core-http/json-object"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { pageOf, paging } from "../../schema/Page.ts"
import { NewRepository, OwnRepositories, Repository, RepositoryName } from "../../schema/Repository.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { lists, type ReadList } from "../../wire/lists.ts"
import { state } from "../../wire/look-at.ts"
import type { ReadPage } from "../../wire/pages.ts"
import { byStatus, byOutput, type Http } from "../../wire/requests.ts"
import { operation } from "../../wire/service.ts"

/** Repositories. */
export interface Repositories {
  /** `POST /user/repos` or `/orgs/{org}/repos`. Fails with `Conflict` if the name is taken. */
  readonly create: (input: NewRepository) => Effect.Effect<Repository, ProviderError>
  /** `GET /repos/{owner}/{repo}`. */
  readonly get: (input: RepositoryName) => Effect.Effect<Repository, ProviderError>
  /** `GET /user/repos`: the repositories that the token can access. */
  readonly page: ReadPage<OwnRepositories, Repository>
  /** Like `page`, but all pages. */
  readonly list: ReadList<OwnRepositories, Repository>
  /** `PUT /user/starred/{owner}/{repo}`. Starring a repository again changes nothing. */
  readonly star: (input: RepositoryName) => Effect.Effect<{ readonly starred: true }, ProviderError>
  /** `GET /user/starred/{owner}/{repo}`. */
  readonly isStarred: (input: RepositoryName) => Effect.Effect<{ readonly starred: boolean }, ProviderError>
}

export const create = operation({ name: "repositories.create", input: NewRepository, output: Repository })

export const get = operation({ name: "repositories.get", input: RepositoryName, output: Repository })

export const list = operation({
  name: "repositories.list",
  input: Schema.Struct({ ...OwnRepositories.fields, ...paging }),
  output: pageOf(Repository)
})

export const star = operation({
  name: "repositories.star",
  input: RepositoryName,
  output: Schema.Struct({ starred: Schema.Literal(true) })
})

export const isStarred = operation({
  name: "repositories.isStarred",
  input: RepositoryName,
  output: Schema.Struct({ starred: Schema.Boolean })
})

const starEndpoint = ({ owner, repo }: RepositoryName) => `/user/starred/${owner}/${repo}`

export const make = (http: Http): Repositories => {
  const readStar = byStatus(http, isStarred, (input) => ({ method: "GET", endpoint: starEndpoint(input) }), {
    starred: true
  })
  return {
    create: byOutput(http, create, ({ org, ...body }) => ({
      method: "POST",
      endpoint: org === undefined ? "/user/repos" : `/orgs/${org}/repos`,
      lookAt: `the repository ${org === undefined ? "" : `${org}/`}${body.name}`,
      body: defined(body)
    })),
    get: byOutput(http, get, (input) => ({ method: "GET", endpoint: inRepository(input) })),
    ...lists(http, list, {
      item: Repository,
      endpoint: () => "/user/repos",
      query: (query: OwnRepositories) => query
    }),
    star: byStatus(
      http,
      star,
      (input) => ({ method: "PUT", endpoint: starEndpoint(input), lookAt: state("the star", input) }),
      { starred: true } as const
    ),
    isStarred: (input) =>
      readStar(input).pipe(Effect.catchReason("ProviderError", "NotFound", () => Effect.succeed({ starred: false })))
  }
}
