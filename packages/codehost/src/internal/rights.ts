/** Which right a token lacks, by what the service's answers say of it. */

/** What is missing, where it is told, and what to do. */
export interface MissingRight {
  readonly needs?: string
  readonly fix: string
}

type Headers = Readonly<Record<string, string>>

const listOf = (header: string | undefined): ReadonlyArray<string> =>
  (header ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => /^[\w:-]+$/.test(name))

/** The scopes of a classic token; `undefined` for one that has permissions in their place. */
export const scopesOf = (headers: Headers): ReadonlyArray<string> | undefined =>
  headers["x-oauth-scopes"] === undefined ? undefined : listOf(headers["x-oauth-scopes"])

/**
 * The scopes that are others too, besides `admin:x` and `write:x`, which are what is below them.
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
 */
const INCLUDES: Readonly<Record<string, ReadonlyArray<string>>> = {
  repo: ["public_repo", "repo:status", "repo_deployment", "repo:invite", "security_events"],
  user: ["read:user", "user:email", "user:follow"],
  project: ["read:project"]
}

const LEVELS = ["read", "write", "admin"]

/** Whether a scope is another one, or includes it. */
const covers = (given: string, wanted: string): boolean => {
  if (given === wanted || (Object.hasOwn(INCLUDES, given) && INCLUDES[given]?.includes(wanted) === true)) return true
  const [level = "", of] = given.split(":")
  const [wantedLevel = "", wantedOf] = wanted.split(":")
  const wantedAt = LEVELS.indexOf(wantedLevel)
  return of !== undefined && of === wantedOf && wantedAt !== -1 && LEVELS.indexOf(level) > wantedAt
}

/** Whether a token with these scopes has one of those, by itself or by implication. */
export const hasOneOf = (scopes: ReadonlyArray<string>, wanted: ReadonlyArray<string>): boolean =>
  scopes.some((scope) => wanted.some((one) => covers(scope, one)))

/** `issues=write`, or several that must be held together; alternatives stand behind a semicolon. */
const permissionsOf = (header: string | undefined): string | undefined => {
  const ways = (header ?? "")
    .split(";")
    .map((way) =>
      way
        .split(",")
        .map((one) => /^\s*([\w-]+)=([\w-]+)\s*$/.exec(one))
        .flatMap((match) => (match === null ? [] : [`${match[1]}: ${match[2]}`]))
        .join(", ")
    )
    .filter((way) => way !== "")
  return ways.length === 0 ? undefined : ways.slice(0, 3).join(" or ")
}

/** Scopes without which nothing below a path can be changed, where the answer does not say it. */
const SCOPES_OF: ReadonlyArray<readonly [path: RegExp, scopes: ReadonlyArray<string>]> = [
  [/^\/(repos|repositories)\//, ["repo", "public_repo"]],
  [/^\/gists(\/|$)/, ["gist"]]
]

/** Files that a token may change only with a scope of their own. */
const WORKFLOW_FILES = /^\/(repos\/[^/]+\/[^/]+|repositories\/\d+)\/contents\/\.github\/workflows\//

/** The scope that a classic token lacks for a call, as the answer or else the path tells it. */
export const lackedScope = (headers: Headers, path: string, method = "GET"): string | undefined => {
  const has = scopesOf(headers)
  if (has !== undefined && method !== "GET" && WORKFLOW_FILES.test(path) && !has.includes("workflow")) {
    return "the scope workflow"
  }
  const told = listOf(headers["x-accepted-oauth-scopes"])
  const wanted = told.length > 0 ? told : (SCOPES_OF.find(([below]) => below.test(path))?.[1] ?? [])
  return has === undefined || wanted.length === 0 || hasOneOf(has, wanted)
    ? undefined
    : `the scope ${wanted.join(" or ")}`
}

const REPOSITORY = /^\/(repos|repositories)\//

const IN_PRIVATE = "the scope repo"

/**
 * A token for public repositories alone is answered 404 for all that is in a private one. Whether the repository is private
 * or not there at all, that answer does not tell.
 */
export const hiddenFromPublic = {
  isPossible: (headers: Headers, path: string): boolean => {
    const has = scopesOf(headers)
    return has !== undefined && REPOSITORY.test(path) && hasOneOf(has, ["public_repo"]) && !hasOneOf(has, ["repo"])
  },
  reason: {
    _tag: "Forbidden",
    what: "The account's token sees public repositories only, and this one is private or not there.",
    fix: `Give the token ${IN_PRIVATE}, or check the names.`,
    needs: IN_PRIVATE
  }
} as const

/** Whether an answer asks for the organization's single sign-on. */
export const isSignOn = (headers: Headers): boolean => /^\s*required/.test(headers["x-github-sso"] ?? "")

/** The role that the service's words ask for: "Must have admin rights to Repository." */
export const roleIn = (words: string): string | undefined => {
  const [, role, kind] = /must have (\w+) (rights|access|permissions?)/i.exec(words) ?? []
  return role === undefined || kind === undefined ? undefined : `${role.toLowerCase()} ${kind.toLowerCase()}`
}

/** What an answer 403 or 404 says about the right that would have been needed. */
export const missingRight = (headers: Headers): MissingRight => {
  if (isSignOn(headers)) {
    return {
      needs: "single sign-on",
      fix: "The organization wants the token to be authorized for its single sign-on: do so in the token's settings."
    }
  }
  const has = scopesOf(headers)
  const accepted = listOf(headers["x-accepted-oauth-scopes"])
  if (has !== undefined) {
    if (accepted.length > 0 && !hasOneOf(has, accepted)) {
      const needs = `the scope ${accepted.join(" or ")}`
      return { needs, fix: `Give the token ${needs}, or use another account.` }
    }
    return {
      fix: "The token's owner may lack the right in this repository: ask its administrator, or use another account."
    }
  }
  const permissions = permissionsOf(headers["x-accepted-github-permissions"])
  return permissions === undefined
    ? { fix: "Ask the repository's administrator for it, or use another account." }
    : {
        needs: `the permission ${permissions}`,
        fix: `Give the token the permission ${permissions} for this repository, or use another account.`
      }
}
