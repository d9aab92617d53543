/**
 * Enforces the restrictions in an account's settings: named repositories and read-only. core-http calls this guard
 * after its endpoint guard and before anything else, so it applies to every step and to API Call. A request is refused
 * unless it is known to stay inside.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"

import type { RepositoryName } from "../schema/Repository.ts"
import { fieldsOf } from "../wire/reasons/service-words.ts"
import { OWN_LISTS, SEARCHES, searchProblem, textOf } from "./searches.ts"

/** Names such as `owner/repo` in lower case. */
export type Repositories = ReadonlySet<string>

/** Converts names to lower case, because the service ignores case. */
export const namesOf = (repositories: ReadonlyArray<string>): Repositories => new Set(repositories.map(textOf))

const refusal = (
  guard: "restriction" | "readOnly",
  what: string,
  remedy: Remedy = { to: "useAnotherAccount" }
): Reason => ({
  _tag: "Refused",
  guard,
  what,
  remedy,
  nothing: "sent"
})

export const readOnlyReason = refusal("readOnly", "The account is read-only, and this call would change something.")

/** The reason for refusing a request that is not limited to the named repositories. */
const outsideReason = (repositories: Repositories): Reason =>
  refusal(
    "restriction",
    `The account is limited to ${[...repositories].slice(0, 5).join(", ")}${repositories.size > 5 ? ", ..." : ""}; this call may reach other repositories.`
  )

/**
 * Endpoints below a named repository that also concern another repository: forks and transfers, comparisons and merges
 * across forks, updates of a pull request's own branch, which may be a fork's, code scanning of other repositories, and
 * issues linked by ids, which do not show which repository they belong to.
 */
const CROSS_REPOSITORY = [
  /^\/(forks|generate|transfer|merge-upstream|import|security-advisories\/[^/]*\/forks)(\/|$)/i,
  /^\/code-scanning\/codeql\/variant-analyses(\/|$)/i,
  /^\/compare\/.*:/,
  /^\/(issues|pulls)\/[^/]*\/(timeline|sub_issues?|parent|dependencies|update-branch)(\/|$)/i
]

/** Whether a body names another repository, creates or renames one, or names an issue by its id. */
const namesAnotherRepository = (
  repositories: Repositories,
  { method, body = {} }: CallRequest,
  full: string,
  inside: string
) => {
  const [owner, repo] = full.split("/")
  const isNamed = (name: unknown) => repositories.has(textOf(name))
  const { name = repo, head, head_repo = repo, duplicate_issue_id, start_private_fork = false } = body
  // https://github.blog/changelog/2025-12-03-assign-issues-to-copilot-using-the-api
  const { target_repo = full } = fieldsOf(body["agent_assignment"])
  if (duplicate_issue_id !== undefined || start_private_fork !== false || !isNamed(target_repo)) return true
  if (method === "PATCH" && inside === "") return textOf(name) !== repo
  if (method !== "POST" || inside !== "/pulls") return false
  const [headOwner, branch] = textOf(head).split(":")
  const isOwnHead = isNamed(head_repo) || isNamed(`${owner}/${textOf(head_repo)}`)
  return !isOwnHead || (branch !== undefined && headOwner !== owner)
}

/** Endpoints about the token's owner that return nothing about repositories. */
const OWN = /^\/(user|rate_limit)$/

/** An endpoint of a repository: where it is, `owner/repo`, and what is below it. */
const BELOW = /^(\/repos|\/user\/starred)\/([^/?]+\/[^/?]+)([^?]*)/

const isRequestInside = (repositories: Repositories, request: CallRequest, path: string): boolean => {
  const { method, endpoint } = request
  if (method === "GET" && (OWN.test(path) || OWN_LISTS.test(path))) return true
  // Use the endpoint as written: a spelling that could be read in two ways does not count as inside.
  const [, room = "", name = "", inside = ""] = BELOW.exec(endpoint) ?? []
  const literal = name.toLowerCase()
  const base = `${room}/${literal}`
  const lenient = path.slice(base.length)
  return (
    repositories.has(literal) &&
    // The decoded path must lead to the same repository too.
    path.startsWith(base) &&
    /^(\/|$)/.test(lenient) &&
    !CROSS_REPOSITORY.some((pattern) => pattern.test(inside) || pattern.test(lenient)) &&
    !namesAnotherRepository(repositories, request, literal, lenient)
  )
}

/**
 * Returns the guard of an account, or `undefined` if its settings allow every request.
 * @param repositories if empty, all repositories that the token can access
 */
export const guardOf = (
  repositories: Repositories,
  readOnly: boolean
): ((request: CallRequest, path: string) => Reason | undefined) | undefined => {
  if (repositories.size === 0 && !readOnly) return undefined
  return (request, path) => {
    if (readOnly && request.method !== "GET") return readOnlyReason
    if (repositories.size === 0) return undefined
    const lowerPath = path.toLowerCase()
    if (request.method === "GET" && SEARCHES.test(lowerPath)) {
      const problem = searchProblem(repositories, request.endpoint)
      return problem === undefined
        ? undefined
        : refusal("restriction", `${problem} Name one repository with repo:owner/name.`, { to: "correctInput" })
    }
    return isRequestInside(repositories, request, lowerPath) ? undefined : outsideReason(repositories)
  }
}

/**
 * Returns the guard for the GraphQL documents that the typed methods send.
 * @param repositories if empty, all repositories that the token can access
 */
export const documentGuardOf =
  (repositories: Repositories, readOnly: boolean) =>
  (about: RepositoryName | "token" | undefined, changes: boolean): Reason | undefined => {
    if (readOnly && changes) return readOnlyReason
    if (repositories.size === 0 || about === "token") return undefined
    const isInside = about !== undefined && repositories.has(`${about.owner}/${about.repo}`.toLowerCase())
    return isInside ? undefined : outsideReason(repositories)
  }
