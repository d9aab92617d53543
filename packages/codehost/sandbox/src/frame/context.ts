// The context that an operation receives, and the definition of routes.

import type { IncomingHttpHeaders } from "node:http"

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Account } from "../accounts/accounts.ts"
import type { Urls } from "../records/urls.ts"
import { hasRole, type Repository, type Role, roleOf } from "../repositories/repositories.ts"
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
  /** URL-decoded path parameters. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Empty if the request has no body. */
  readonly body: JsonObject
  readonly media: Media
  readonly token: Token | undefined
  readonly viewer: Account | undefined
  /** The repository of a path below `/repos/{owner}/{repo}`, if the caller can see it. */
  readonly repository: Repository | undefined
  /** The path that pagination links use, relative to the base URL. */
  readonly linkPath: string
  /** A timestamp for a record that is written now. */
  readonly stamp: () => string
}

export type Operation = (context: Context) => Reply | Promise<Reply>

export interface Route {
  readonly run: Operation
  /**
   * The permissions that a fine-grained token needs, such as `contents=write`. Alternatives are separated by `; `;
   * permissions that are needed together are separated by commas.
   */
  readonly permission?: string
  /** A classic token needs one of these scopes, in addition to the scope for private repositories. */
  readonly scopes?: ReadonlyArray<string>
  /** The scopes that the response names. Defaults to `scopes`. */
  readonly acceptedScopes?: ReadonlyArray<string>
  /** The rate limit that the route counts against. Defaults to `core`; null means none. */
  readonly resource?: Resource | null
  /**
   * The operation reads the `authorization` header itself, for example because the caller is an application or
   * anonymous.
   */
  readonly ownAuth?: true
  /** Reading needs the permission even if the repository is public. */
  readonly isPrivate?: true
}

/** Routes by method and path template of the OpenAPI description, such as `GET /repos/{owner}/{repo}`. */
export type Routes = Readonly<Record<string, Route>>

/** The account that makes the request. Fails with 401 if the caller is not signed in. */
export const viewerOf = ({ viewer }: Context): Account => {
  if (viewer === undefined) throw requiresAuthentication()
  return viewer
}

/**
 * The path's repository. Fails with 404 if it is hidden from the caller, and with 403 if the caller's role is not
 * sufficient.
 */
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

/** The number in a path. Fails with 404 if the text is not a number. */
export const wholeParam = ({ params }: Context, name: string): number => {
  const text = params[name] ?? ""
  if (!/^\d{1,15}$/.test(text)) throw notFound()
  return Number(text)
}

export const param = ({ params }: Context, name: string): string => params[name] ?? ""
