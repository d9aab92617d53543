// What an operation is told of a request, and what the frame is told of an operation.

import type { IncomingHttpHeaders } from "node:http"

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Account } from "../accounts/data.ts"
import type { Urls } from "../records/urls.ts"
import { hasRole, type Repository, type Role, roleOf } from "../repositories/data.ts"
import type { SandboxState } from "../state.ts"
import type { World } from "../world.ts"
import { forbidden, notFound, requiresAuthentication } from "./errors.ts"
import type { Media } from "./media.ts"
import type { Resource } from "./rate-limits.ts"
import type { Reply } from "./reply.ts"
import type { Token } from "./tokens.ts"

export interface Context {
  readonly state: SandboxState
  readonly world: World
  readonly urls: Urls
  readonly method: string
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Empty where none was sent. */
  readonly body: JsonObject
  readonly media: Media
  readonly token: Token | undefined
  readonly viewer: Account | undefined
  /** Of paths below `/repos/{owner}/{repo}`, where the caller may see it. */
  readonly repository: Repository | undefined
  /** The path that links to further pages have, below the base address. */
  readonly linkPath: string
  /** A moment for a record that is written now. */
  readonly stamp: () => string
}

export type Operation = (context: Context) => Reply | Promise<Reply>

export interface Route {
  readonly run: Operation
  /**
   * What a fine-grained token needs, such as `contents=write`; several, separated by `; `, need one of them, those with commas
   * between them together.
   */
  readonly permission?: string
  /** Scopes a classic token needs one of, beside those that a private repository needs. */
  readonly scopes?: ReadonlyArray<string>
  /** Scopes that the answer names; those of `scopes` where it does not say. */
  readonly acceptedScopes?: ReadonlyArray<string>
  /** Which rate limit it counts against: `core` by default; null: none. */
  readonly resource?: Resource | null
  /** It reads the `authorization` header itself: of an application, or of nobody. */
  readonly ownAuth?: true
  /** Not to be read without the permission even where the repository is public. */
  readonly isPrivate?: true
}

/** Keyed by method and path template of the OpenAPI description, such as `GET /repos/{owner}/{repo}`. */
export type Routes = Readonly<Record<string, Route>>

/** The person who asks; 401 where nobody signed in. */
export const viewerOf = ({ viewer }: Context): Account => {
  if (viewer === undefined) throw requiresAuthentication()
  return viewer
}

/** The path's repository; 404 where it is hidden from the caller, 403 where the role does not suffice. */
export const repositoryOf = (context: Context, least: Role = "pull"): Repository => {
  const { repository, world } = context
  if (repository === undefined) throw notFound()
  if (least !== "pull") {
    const role = roleOf(world, repository, viewerOf(context))
    if (!hasRole(role, least)) {
      throw forbidden(
        least === "admin" ? "Must have admin rights to Repository." : `Must have ${least} access to Repository.`
      )
    }
    if (repository.archived) throw forbidden("Repository was archived so is read-only.")
  }
  return repository
}

/** The number in a path; 404 where it is none, as no such thing can be there. */
export const wholeParam = ({ params }: Context, name: string): number => {
  const text = params[name] ?? ""
  if (!/^\d{1,15}$/.test(text)) throw notFound()
  return Number(text)
}

export const param = ({ params }: Context, name: string): string => params[name] ?? ""
