/** Releases of a repository. */
import { inRepository } from "../internal/endpoint.ts"
import { repository } from "../internal/inputs.ts"
import type { Http } from "../internal/methods.ts"
import { Release } from "../schema/Release.ts"
import { lists, type ReadList, type ReadPage } from "./pages.ts"
import type { RepositoryName } from "./Repositories.ts"

/** Releases of a repository. */
export interface Releases {
  /** `GET /repos/{owner}/{repo}/releases`; drafts only for who may push. */
  readonly page: ReadPage<RepositoryName, Release>
  /** As `page`, all of them. */
  readonly list: ReadList<RepositoryName, Release>
}

export const make = (http: Http): Releases =>
  lists<RepositoryName, Release>(http, {
    operation: "releases.list",
    rules: repository,
    item: Release,
    endpoint: (input) => inRepository(input, "/releases")
  })
