/** Gists: created, changed and listed. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"

import { given } from "../internal/endpoint.ts"
import { anyText, changes, login, optional, time, type Rule } from "../internal/inputs.ts"
import { one, type Http } from "../internal/methods.ts"
import { Gist } from "../schema/Gist.ts"
import { lists, type ReadList, type ReadPage } from "./pages.ts"

/** A gist to be. */
export interface NewGist {
  readonly description?: string
  /** Content by file name; one or more, none empty. */
  readonly files: Readonly<Record<string, string>>
  /** False (secret: found only by its address) by default. */
  readonly public?: boolean
}

/** What to change of a gist; files that are not named stay. */
export interface GistChange {
  readonly gist_id: string
  readonly description?: string
  /** By the file's name now: new content, another name, both, or null to delete the file. */
  readonly files?: Readonly<Record<string, string | { readonly content?: string; readonly filename?: string } | null>>
}

/** Whose gists, and since when. */
export interface GistQuery {
  readonly username: string
  /** ISO 8601: updated at or after. */
  readonly since?: string
}

/** Gists. */
export interface Gists {
  /** `POST /gists`. */
  readonly create: (input: NewGist) => Effect.Effect<Gist, ProviderError>
  /** `PATCH /gists/{gist_id}`. */
  readonly update: (input: GistChange) => Effect.Effect<Gist, ProviderError>
  /** `GET /gists/{gist_id}`. */
  readonly get: (input: { readonly gist_id: string }) => Effect.Effect<Gist, ProviderError>
  /** `GET /users/{username}/gists`: public ones; the token's owner sees the secret ones too. */
  readonly page: ReadPage<GistQuery, Gist>
  /** As `page`, all of them. */
  readonly list: ReadList<GistQuery, Gist>
}

const id: Rule = (value) =>
  typeof value === "string" && /^[A-Za-z0-9]{1,64}$/.test(value) ? undefined : "must be a gist's id: letters and digits"

const isContent = (value: unknown): boolean => typeof value === "string" && value !== ""

const isFileName = (name: string): boolean => name.trim() !== "" && !/[/\\]/.test(name)

const isChange = (value: unknown): boolean => {
  if (value === null || isContent(value)) return true
  if (typeof value !== "object") return false
  const { content, filename } = value as { readonly content?: unknown; readonly filename?: unknown }
  if (content === undefined && filename === undefined) return false
  return (
    (content === undefined || isContent(content)) &&
    (filename === undefined || (typeof filename === "string" && isFileName(filename)))
  )
}

const files =
  (isFile: (value: unknown) => boolean): Rule =>
  (value) => {
    if (typeof value !== "object" || value === null) return "must give content by file name"
    const named = Object.entries(value)
    if (named.length === 0) return "must hold one file or more"
    if (!named.every(([name]) => isFileName(name))) return "must be named by file names, without folders"
    return named.every(([, file]) => isFile(file)) ? undefined : "must hold content: a file of a gist is never empty"
  }

const written = (change: NonNullable<GistChange["files"]>) =>
  Object.fromEntries(
    Object.entries(change).map(([name, file]) => [name, typeof file === "string" ? { content: file } : file])
  )

export const make = (http: Http): Gists => ({
  create: one(
    http,
    "gists.create",
    { description: optional(anyText), files: files(isContent) },
    Gist,
    ({ files: contents, ...body }: NewGist) => ({
      method: "POST",
      endpoint: "/gists",
      howToLook: "list your newest gists",
      body: { public: false, ...given(body), files: written(contents) }
    })
  ),
  update: one(
    http,
    "gists.update",
    { gist_id: id, description: optional(anyText), files: optional(files(isChange)), "": changes("gist_id") },
    Gist,
    ({ gist_id, description, files: edits }: GistChange) => ({
      method: "PATCH",
      endpoint: `/gists/${gist_id}`,
      howToLook: `read the gist ${gist_id}`,
      body: given({ description, files: edits && written(edits) })
    })
  ),
  get: one(http, "gists.get", { gist_id: id }, Gist, ({ gist_id }: { readonly gist_id: string }) => ({
    method: "GET",
    endpoint: `/gists/${gist_id}`
  })),
  ...lists<GistQuery, Gist>(http, {
    operation: "gists.list",
    rules: { username: login, since: optional(time) },
    item: Gist,
    endpoint: ({ username }) => `/users/${encodeURIComponent(username)}/gists`,
    query: ({ since }) => ({ since })
  })
})
