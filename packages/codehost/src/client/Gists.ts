/** Creates, changes and lists gists. */
import { defined } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Gist, GistChange, GistName, GistQuery, NewGist } from "../schema/Gist.ts"
import { pageOf, paging } from "../schema/Page.ts"
import { lists, type ReadList } from "../wire/lists.ts"
import type { ReadPage } from "../wire/pages.ts"
import { byOutput, type Http } from "../wire/requests.ts"
import { operation } from "../wire/service.ts"

/** Gists. */
export interface Gists {
  /** `POST /gists`. */
  readonly create: (input: NewGist) => Effect.Effect<Gist, ProviderError>
  /** `PATCH /gists/{gist_id}`. */
  readonly update: (input: GistChange) => Effect.Effect<Gist, ProviderError>
  /** `GET /gists/{gist_id}`. */
  readonly get: (input: GistName) => Effect.Effect<Gist, ProviderError>
  /** `GET /users/{username}/gists`: public gists; the token's owner also gets secret ones. */
  readonly page: ReadPage<GistQuery, Gist>
  /** Like `page`, but all pages. */
  readonly list: ReadList<GistQuery, Gist>
}

export const create = operation({ name: "gists.create", input: NewGist, output: Gist })

export const update = operation({
  name: "gists.update",
  input: GistChange,
  output: Gist,
  across: Operation.changesBesides("gist_id")
})

export const get = operation({ name: "gists.get", input: GistName, output: Gist })

export const list = operation({
  name: "gists.list",
  input: Schema.Struct({ ...GistQuery.fields, ...paging }),
  output: pageOf(Gist)
})

/** Converts files to the form that the service accepts. */
const filesOf = (files: NonNullable<GistChange["files"]>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, typeof file === "string" ? { content: file } : file])
  )

export const make = (http: Http): Gists => ({
  create: byOutput(http, create, ({ files, ...body }) => ({
    method: "POST",
    endpoint: "/gists",
    lookAt: "your newest gists",
    body: { public: false, ...defined(body), files: filesOf(files) }
  })),
  update: byOutput(http, update, ({ gist_id, description, files }) => ({
    method: "PATCH",
    endpoint: `/gists/${gist_id}`,
    lookAt: `the gist ${gist_id}`,
    body: defined({ description, files: files && filesOf(files) })
  })),
  get: byOutput(http, get, ({ gist_id }) => ({ method: "GET", endpoint: `/gists/${gist_id}` })),
  ...lists(http, list, {
    item: Gist,
    endpoint: ({ username }: GistQuery) => `/users/${encodeURIComponent(username)}/gists`,
    query: ({ since }) => ({ since })
  })
})
