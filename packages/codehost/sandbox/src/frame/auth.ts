// Identifies the caller and checks what the token permits. Operations check the person's role in a repository
// themselves.
// Source: https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api

import { type Account, findAccount } from "../accounts/accounts.ts"
import { fullName, type Repository } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { isoSeconds } from "./clock.ts"
import type { Route } from "./context.ts"
import { badCredentials, forbidden, notFound, requiresAuthentication } from "./errors.ts"
import type { Level, Token, TokenStore } from "./tokens.ts"

export interface Caller {
  readonly token: Token | undefined
  readonly viewer: Account | undefined
}

const nobody: Caller = { token: undefined, viewer: undefined }

const credentialIn = (authorization: string): string | undefined => {
  const [scheme = "", value = ""] = authorization.trim().split(/\s+/)
  if (/^(bearer|token)$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return undefined
  const [name = "", password = ""] = Buffer.from(value, "base64").toString("utf8").split(":")
  return password === "" || password === "x-oauth-basic" ? name : password
}

export const callerOf = (world: World, tokens: TokenStore, authorization: string | undefined, now: number): Caller => {
  if (authorization === undefined) return nobody
  const token = tokens.find(credentialIn(authorization) ?? "")
  const viewer = token === undefined ? undefined : findAccount(world, token.login)
  const hasRunOut = token?.expiresAtMillis !== null && token !== undefined && token.expiresAtMillis <= now
  if (token === undefined || viewer === undefined || hasRunOut) throw badCredentials()
  return { token, viewer }
}

const hasScopes = ({ kind }: Token): boolean => kind === "classic" || kind === "oauth"

const includes: Readonly<Record<string, ReadonlyArray<string>>> = {
  repo: ["public_repo", "repo:status", "repo_deployment", "repo:invite", "security_events"],
  user: ["read:user", "user:email", "user:follow"],
  project: ["read:project"],
  "admin:org": ["write:org", "read:org"],
  "write:org": ["read:org"],
  "admin:repo_hook": ["write:repo_hook", "read:repo_hook"],
  "write:repo_hook": ["read:repo_hook"]
}

/** Whether the token has one of the scopes, or a scope that includes one of them. */
export const hasScope = (token: Token, ...scopes: ReadonlyArray<string>): boolean =>
  token.scopes.some((scope) => scopes.includes(scope) || (includes[scope] ?? []).some((one) => scopes.includes(one)))

const levels: ReadonlyArray<Level> = ["read", "write", "admin"]

const grantsOne = ({ permissions }: Token, permission: string): boolean => {
  const [part = "", level = "read"] = permission.split("=")
  const access = permissions[part] ?? permissions["all"]
  return access !== undefined && levels.findIndex((one) => one === access) >= levels.findIndex((one) => one === level)
}

/** Alternatives are separated by semicolons. Permissions that are needed together are separated by commas. */
const grants = (token: Token, permission: string): boolean =>
  permission.split("; ").some((alternative) => alternative.split(",").every((one) => grantsOne(token, one)))

const reaches = (world: World, { repositories }: Token, repository: Repository): boolean =>
  repositories === "all" || repositories.includes(fullName(world, repository).toLowerCase())

/** Whether the token gives access to a repository that its owner can see. */
export const tokenSees = (world: World, token: Token | undefined, repository: Repository): boolean => {
  if (!repository.private || token === undefined) return true
  return hasScopes(token) ? hasScope(token, "repo") : reaches(world, token, repository)
}

const kindName = (token: Token): string => (token.kind === "app" ? "integration" : "personal access token")

const mayWrite = (world: World, token: Token, repository: Repository | undefined): boolean => {
  if (repository === undefined) return true
  return hasScopes(token)
    ? hasScope(token, repository.private ? "repo" : "public_repo")
    : reaches(world, token, repository)
}

/** Refuses the request if the token does not permit the route. */
export const authorize = (
  world: World,
  { token }: Caller,
  { isPrivate, permission, scopes }: Route,
  repository: Repository | undefined,
  isWrite: boolean
): void => {
  if (token === undefined) {
    if (isWrite) throw requiresAuthentication()
    return
  }
  if (hasScopes(token)) {
    if (scopes !== undefined && !hasScope(token, ...scopes)) throw notFound()
    // The service responds with 404 to a token that lacks the scope.
    if (isWrite && scopes === undefined && !mayWrite(world, token, repository)) throw notFound()
    return
  }
  // Any token may read a public repository, except through routes marked `isPrivate`.
  if (!isWrite && repository?.private === false && isPrivate !== true) return
  if (permission === undefined) return
  if (grants(token, permission) && mayWrite(world, token, repository)) return
  throw forbidden(`Resource not accessible by ${kindName(token)}`)
}

/** Response headers that describe the token. Empty if the request has no token. */
export const tokenHeaders = (
  token: Token | undefined,
  { acceptedScopes, permission, scopes = [] }: Partial<Route>
): Record<string, string> => {
  if (token === undefined) return {}
  const expiry =
    token.expiresAtMillis === null
      ? {}
      : {
          "github-authentication-token-expiration": `${isoSeconds(token.expiresAtMillis).replace("T", " ").replace("Z", "")} UTC`
        }
  if (!hasScopes(token)) {
    return permission === undefined ? { ...expiry } : { ...expiry, "x-accepted-github-permissions": permission }
  }
  return {
    ...expiry,
    "x-oauth-scopes": token.scopes.join(", "),
    "x-accepted-oauth-scopes": (acceptedScopes ?? scopes).join(", ")
  }
}
