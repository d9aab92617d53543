/** Lists the releases of a repository. */
import * as Schema from "effect/Schema"

import { pageOf, paging } from "../schema/Page.ts"
import { Release } from "../schema/Release.ts"
import { RepositoryName } from "../schema/Repository.ts"
import { inRepository } from "../wire/endpoint.ts"
import { lists, type ReadList } from "../wire/lists.ts"
import type { ReadPage } from "../wire/pages.ts"
import type { Http } from "../wire/requests.ts"
import { operation } from "../wire/service.ts"

/** Releases of a repository. */
export interface Releases {
  /** `GET /repos/{owner}/{repo}/releases`. Includes drafts only if the account may push. */
  readonly page: ReadPage<RepositoryName, Release>
  /** Like `page`, but all pages. */
  readonly list: ReadList<RepositoryName, Release>
}

export const list = operation({
  name: "releases.list",
  input: Schema.Struct({ ...RepositoryName.fields, ...paging }),
  output: pageOf(Release)
})

export const make = (http: Http): Releases =>
  lists(http, list, { item: Release, endpoint: (input: RepositoryName) => inRepository(input, "/releases") })
