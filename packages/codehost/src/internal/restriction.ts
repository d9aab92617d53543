/**
 * What an account's own settings keep it from: anything outside the repositories that it names, and writing where it is
 * read-only. Asked by core-http after its endpoint guard and before anything else, so it holds for every step and for API
 * Call. What is not known to stay inside is refused.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"

import { OWN_LISTS, SEARCHES, searchProblem } from "./restricted-search.ts"

/** `owner/repo` in lower case. */
export type Repositories = ReadonlySet<string>

/** Names as the service compares them. */
export const named = (repositories: ReadonlyArray<string>): Repositories =>
  new Set(repositories.map((name) => name.toLowerCase()))

const refused = (guard: "restriction" | "readOnly", what: string, fix: string): Reason => ({
  _tag: "Refused",
  guard,
  what,
  fix: `${fix} Nothing was sent.`
})

export const readOnlyReason = refused(
  "readOnly",
  "The account is read-only, and this call would change something.",
  "Use an account that may write, or change the account's settings."
)

/** Says no to what leaves the named repositories. */
export const outside = (repositories: Repositories): Reason =>
  refused(
    "restriction",
    `The account is limited to ${[...repositories].slice(0, 5).join(", ")}${repositories.size > 5 ? ", ..." : ""}; this call is not, or not surely, inside.`,
    "Use another account, or change the account's repositories in its settings."
  )

/**
 * Below a named repository, but about another one too: made from it or into it, compared or merged with it, scanned by its
 * queries, or bound to its issues (shown by these endpoints in full, and taken by ids that do not tell where they are).
 */
const LEADS_OUT = [
  /^\/(forks|generate|transfer|merge-upstream|import)(\/|$)/i,
  /^\/code-scanning\/codeql\/variant-analyses(\/|$)/i,
  /^\/compare\/.*:/,
  /^\/issues\/[^/]*\/(timeline|sub_issues?|parent|dependencies)(\/|$)/i
]

const textOf = (value: unknown): string => (typeof value === "string" ? value.toLowerCase() : "")

/** Whether a body names another repository or renames this one, or names an issue by an id that does not tell where it is. */
const takesAnother = (repositories: Repositories, { method, body = {} }: CallRequest, base: string, inside: string) => {
  const [, owner = "", repo = ""] = /([^/]*)\/([^/]*)$/.exec(base) ?? []
  const { name, head, head_repo: from } = body
  if (body["duplicate_issue_id"] !== undefined) return true
  if (method === "PATCH" && inside === "") return name !== undefined && textOf(name) !== repo
  if (method !== "POST" || inside !== "/pulls") return false
  const [whose, branch] = textOf(head).split(":")
  return (
    (branch !== undefined && whose !== owner) ||
    (from !== undefined && ![textOf(from), `${owner}/${textOf(from)}`].some((one) => repositories.has(one)))
  )
}

/** Of the token's owner alone: nothing about any repository. */
const OWN = /^\/(user|rate_limit)$/

const isInside = (repositories: Repositories, request: CallRequest, path: string): boolean => {
  const { method, endpoint } = request
  if (method === "GET" && (OWN.test(path) || OWN_LISTS.test(path))) return true
  const [, first = "", ...rest] = (endpoint.split("?", 1)[0] ?? "").split("/")
  const parts = first === "user" && rest[0] === "starred" ? rest.slice(1) : first === "repos" ? rest : []
  const [owner = "", repo = ""] = parts
  const inside = `/${parts.slice(2).join("/")}`
  // As it is written: what could be read in another way is not inside.
  const literal = `${owner}/${repo}`.toLowerCase()
  const base = `${first === "user" ? "/user/starred" : "/repos"}/${literal}`
  const lenient = path.slice(base.length)
  return (
    repositories.has(literal) &&
    // The most lenient reading of the path leads to the same repository.
    path.startsWith(base) &&
    (lenient === "" || lenient.startsWith("/")) &&
    !LEADS_OUT.some((way) => way.test(inside) || way.test(lenient)) &&
    !takesAnother(repositories, request, base, lenient)
  )
}

/**
 * The guard of an account; `undefined` where its settings allow everything.
 * @param repositories empty: all that the token reaches
 */
export const guardOf = (
  repositories: Repositories,
  readOnly: boolean
): ((request: CallRequest, path: string) => Reason | undefined) | undefined => {
  if (repositories.size === 0 && !readOnly) return undefined
  return (request, path) => {
    if (readOnly && request.method !== "GET") return readOnlyReason
    if (repositories.size === 0) return undefined
    const found = path.toLowerCase()
    if (request.method === "GET" && SEARCHES.test(found)) {
      const problem = searchProblem(repositories, request.endpoint)
      return problem === undefined
        ? undefined
        : refused("restriction", problem, "Name one repository of the account, by repo:owner/name.")
    }
    return isInside(repositories, request, found) ? undefined : outside(repositories)
  }
}
