/** Finds out which right a token lacks, from the headers and messages of the service's responses. */

import type { Remedy } from "@inlay/core-http/Remedy"

/** The missing right, if the response names it, and what would fix the problem. */
export interface MissingRight {
  readonly needs?: string
  readonly remedy: Remedy
}

type Headers = Readonly<Record<string, string>>

const listOf = (header: string | undefined): ReadonlyArray<string> =>
  (header ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => /^[\w:-]+$/.test(name))

/** Returns the scopes of a classic token; `undefined` for a token that has permissions instead of scopes. */
export const scopesOf = (headers: Headers): ReadonlyArray<string> | undefined =>
  headers["x-oauth-scopes"] === undefined ? undefined : listOf(headers["x-oauth-scopes"])

/** As `scopesOf`, but `undefined` also for the empty list of a token with permissions, which has no meaning. */
export const grantedScopes = (headers: Headers): ReadonlyArray<string> | undefined =>
  headers["x-accepted-github-permissions"] === undefined ? scopesOf(headers) : undefined

/**
 * Scopes that include others. `admin:x` includes `write:x`, which includes `read:x`; these are not listed here.
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
 */
const INCLUDES: Readonly<Record<string, ReadonlyArray<string>>> = {
  repo: ["public_repo", "repo:status", "repo_deployment", "repo:invite", "security_events"],
  user: ["read:user", "user:email", "user:follow"],
  project: ["read:project"]
}

const LEVELS = ["read", "write", "admin"]

/** Whether a scope equals or includes another one. */
const covers = (scope: string, other: string): boolean => {
  if (scope === other || (Object.hasOwn(INCLUDES, scope) && INCLUDES[scope]?.includes(other) === true)) return true
  const [level = "", of] = scope.split(":")
  const [otherLevel = "", otherOf] = other.split(":")
  const rank = LEVELS.indexOf(otherLevel)
  return of !== undefined && of === otherOf && rank !== -1 && LEVELS.indexOf(level) > rank
}

/** Whether one of the scopes equals or includes one of the alternatives. */
export const hasOneOf = (scopes: ReadonlyArray<string>, alternatives: ReadonlyArray<string>): boolean =>
  scopes.some((scope) => alternatives.some((other) => covers(scope, other)))

/**
 * Parses `issues=write,contents=read; issues=admin`: commas join permissions that are all required, semicolons separate
 * alternatives. `allows_permissionless_access=true` is not a permission.
 */
const permissionsOf = (header: string | undefined): string | undefined => {
  const alternatives = (header ?? "")
    .split(";")
    .map((alternative) =>
      alternative
        .split(",")
        .map((one) => /^\s*([\w-]+)=(read|write|admin)\s*$/.exec(one))
        .flatMap((match) => (match === null ? [] : [`${match[1]}: ${match[2]}`]))
        .join(", ")
    )
    .filter((alternative) => alternative !== "")
  return alternatives.length === 0 ? undefined : alternatives.slice(0, 3).join(" or ")
}

/** Scopes required for changes below a path, for responses that do not name them. */
const SCOPES_OF: ReadonlyArray<readonly [path: RegExp, scopes: ReadonlyArray<string>]> = [
  [/^\/(repos|repositories)\//, ["repo", "public_repo"]],
  [/^\/gists(\/|$)/, ["gist"]]
]

/** Workflow files, which a token may change only if it has the scope `workflow`. */
const WORKFLOW_FILES = /^\/(repos\/[^/]+\/[^/]+|repositories\/\d+)\/contents\/\.github\/workflows\//

/** Returns the scope that a classic token lacks for a call, from the response's headers or else from the path. */
export const lackedScope = (headers: Headers, path: string, method = "GET"): string | undefined => {
  const has = scopesOf(headers)
  if (has !== undefined && method !== "GET" && WORKFLOW_FILES.test(path) && !has.includes("workflow")) {
    return "the scope workflow"
  }
  const accepts = listOf(headers["x-accepted-oauth-scopes"])
  const alternatives = accepts.length > 0 ? accepts : (SCOPES_OF.find(([below]) => below.test(path))?.[1] ?? [])
  return has === undefined || alternatives.length === 0 || hasOneOf(has, alternatives)
    ? undefined
    : `the scope ${alternatives.join(" or ")}`
}

const REPOSITORY = /^\/(repos|repositories)\//

const IN_PRIVATE = "the scope repo"

/**
 * A token for public repositories gets a 404 for everything in a private repository. The response does not say whether
 * the repository is private or does not exist.
 */
export const hiddenFromPublic = {
  isPossible: (headers: Headers, path: string): boolean => {
    const has = scopesOf(headers)
    return has !== undefined && REPOSITORY.test(path) && hasOneOf(has, ["public_repo"]) && !hasOneOf(has, ["repo"])
  },
  reason: {
    _tag: "Forbidden",
    what: "The account's token can only see public repositories, and this one is private or does not exist.",
    remedy: { to: "checkNames", hidden: IN_PRIVATE },
    needs: IN_PRIVATE
  }
} as const

/** Whether a response requires the organization's single sign-on. */
export const isSignOn = (headers: Headers): boolean => /^\s*required/.test(headers["x-github-sso"] ?? "")

/**
 * Returns what a list lacks of organizations for whose single sign-on the token is not authorized, as a sentence with
 * the remedy, or `undefined` if it lacks nothing. The service leaves it out and says so in a header alone.
 * https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api#authentication-with-saml-sso
 */
export const withheld = (headers: Headers): string | undefined => {
  const match = /^\s*partial-results\b(?:.*\borganizations=([\d,\s]*))?/i.exec(headers["x-github-sso"] ?? "")
  if (match === null) return undefined
  const [, ids = ""] = match
  const count = ids.split(",").filter((id) => id.trim() !== "").length
  const whose = count === 0 ? "some organizations" : count === 1 ? "an organization" : `${count} organizations`
  return `What belongs to ${whose} is left out: authorize the token for their single sign-on in its settings.`
}

/** Returns the role that a message names, such as "Must have admin rights to Repository." */
export const roleIn = (words: string): string | undefined => {
  const [, role, kind] = /must have (\w+) (rights|access|permissions?)/i.exec(words) ?? []
  return role === undefined || kind === undefined ? undefined : `${role.toLowerCase()} ${kind.toLowerCase()}`
}

const UNKNOWN: MissingRight = { remedy: { to: "ask", whom: "administrator" } }

/** Returns the missing right, from the headers of a 403 or 404. */
export const missingRight = (headers: Headers): MissingRight => {
  const has = scopesOf(headers)
  if (has === undefined) {
    const permissions = permissionsOf(headers["x-accepted-github-permissions"])
    const needs = `the permission ${permissions}`
    return permissions === undefined
      ? UNKNOWN
      : { needs, remedy: { to: "grant", needs: `${needs} for this repository` } }
  }
  const accepts = listOf(headers["x-accepted-oauth-scopes"])
  if (accepts.length === 0 || hasOneOf(has, accepts)) return UNKNOWN
  const needs = `the scope ${accepts.join(" or ")}`
  return { needs, remedy: { to: "grant", needs } }
}
