/**
 * Searches of an account that is limited to named repositories: every query names them, none names others, and what is
 * found elsewhere all the same is not shown.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import * as Endpoint from "@inlay/core-http/Endpoint"
import type { Answer } from "@inlay/core-http/Spend"

type Repositories = ReadonlySet<string>

/** What may be searched, and lists of what the token reaches; of a path as `pathOf` gives it. */
export const SEARCHES = /^\/search\/(issues|code|commits)$/
export const OWN_LISTS = /^\/user\/repos$/

const ISSUES = "/search/issues"

/** However the endpoint is written. */
const pathOf = (endpoint: string): string => Endpoint.comparable(endpoint.split("?", 1)[0] ?? "").toLowerCase()

const queryOf = (endpoint: string): URLSearchParams => new URLSearchParams(endpoint.split("?").slice(1).join("?"))

/** Without what stands in quotes: there, qualifiers are words. */
const unquoted = (q: string): string => q.replace(/"[^"]*"/g, " ")

/** The values of `repo:` in a query. */
const repositoriesIn = (q: string): ReadonlyArray<string> =>
  [...unquoted(q).matchAll(/(?<![\w-])repo:([^\s()]*)/gi)].map(([, name = ""]) => name.toLowerCase())

/** https://docs.github.com/en/rest/search/search#limitations-on-query-length */
const MAX_OPERATORS = 5

const operatorsIn = (q: string): number => unquoted(q).match(/\b(AND|OR|NOT)\b/g)?.length ?? 0

/** Nothing in it could take what follows it into itself, or stand beside it as an alternative. */
const isFlat = (q: string): boolean => !/[()]|\b(AND|OR|NOT)\b|[-:,]\s*$/i.test(unquoted(q))

/** One pair of brackets around all of it. */
const isBracketed = (q: string): boolean => {
  const words = unquoted(q)
  let depth = 0
  const depths = [...words].map((char) => (depth += char === "(" ? 1 : char === ")" ? -1 : 0))
  return words.startsWith("(") && depths.indexOf(0) === words.length - 1
}

/**
 * The account's repositories in the search of issues, where a blank is AND between `repo:` too
 * (https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/filtering-and-searching-issues-and-pull-requests).
 */
const scopeOf = (repositories: Repositories): string => {
  const names = [...repositories].map((name) => `repo:${name}`)
  return names.length === 1 ? names.join("") : `(${names.join(" OR ")})`
}

/** Whether the query is something AND the account's repositories. */
const isScoped = (repositories: Repositories, q: string): boolean => {
  const scope = scopeOf(repositories)
  if (q === scope) return true
  const rest = q.slice(0, -scope.length - 1)
  return q === `${rest} ${scope}` && (isFlat(rest) || isBracketed(rest))
}

/** Why a query may not be sent as it stands; `undefined` where it stays inside. */
export const searchProblem = (repositories: Repositories, endpoint: string): string | undefined => {
  const queries = queryOf(endpoint).getAll("q")
  const [q = ""] = queries
  if (queries.length > 1) return "The search has more than one query."
  // A quote without its other half, or one that may be escaped, could hide from one reader what it shows to another.
  if ((q.match(/"/g) ?? []).length % 2 === 1) return "The search holds a quote without its other half."
  if (q.includes(String.raw`\"`)) return "The search holds a quote behind a backslash."
  if (/(?<![\w-])-*(user|org|owner|enterprise|team|repo\s|project):/i.test(unquoted(q))) {
    return "The search names owners, teams or projects, not repositories alone."
  }
  const named = repositoriesIn(q)
  if (named.length === 0 || !named.every((name) => repositories.has(name))) {
    return "The search names repositories that the account is not limited to."
  }
  if (pathOf(endpoint) !== ISSUES) {
    return /\b(OR|NOT)\b/.test(unquoted(q)) ? "The search joins its parts by OR or NOT." : undefined
  }
  if (operatorsIn(q) > MAX_OPERATORS) {
    return `The search, joined with the account's ${repositories.size} repositories, has more than the five AND, OR and NOT that the service takes.`
  }
  return isFlat(q) || isScoped(repositories, q) ? undefined : "The search has brackets that do not match."
}

/** A search asks the account's own repositories, unless it names some and nothing else could lead outside. */
export const narrowed = (repositories: Repositories, request: CallRequest): CallRequest => {
  const path = pathOf(request.endpoint)
  if (!SEARCHES.test(path)) return request
  const query = queryOf(request.endpoint)
  const q = query.get("q") ?? ""
  const isIssues = path === ISSUES
  if (query.getAll("q").length > 1 || (repositoriesIn(q).length > 0 && (!isIssues || isFlat(q)))) return request
  const scope = isIssues ? scopeOf(repositories) : [...repositories].map((name) => `repo:${name}`).join(" ")
  const asked = isIssues && !isFlat(q) ? `(${q})` : q
  query.set("q", asked.trim() === "" ? scope : `${asked} ${scope}`)
  return { ...request, endpoint: `${request.endpoint.split("?", 1)[0]}?${query.toString()}` }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** `owner/repo` of what was found, by the one field that tells it. */
const repositoryOf = (item: unknown): string => {
  const { full_name, repository, repository_url } = fieldsOf(item)
  const within = fieldsOf(repository)["full_name"]
  if (typeof full_name === "string") return full_name.toLowerCase()
  if (typeof within === "string") return within.toLowerCase()
  return typeof repository_url === "string" ? repository_url.toLowerCase().split("/").slice(-2).join("/") : ""
}

/** The answer without what is not of the named repositories. */
export const visible = (repositories: Repositories, request: CallRequest, answer: Answer): Answer => {
  const isNamed = (item: unknown) => repositories.has(repositoryOf(item))
  const { body } = answer
  const path = pathOf(request.endpoint)
  if (OWN_LISTS.test(path)) return { ...answer, body: Array.isArray(body) ? body.filter(isNamed) : null }
  if (!SEARCHES.test(path)) return answer
  const { items } = fieldsOf(body)
  const found: ReadonlyArray<unknown> = Array.isArray(items) ? items : []
  const shown = found.filter(isNamed)
  return {
    ...answer,
    // A count of what is outside would tell of it.
    body: { ...fieldsOf(body), items: shown, ...(shown.length < found.length && { total_count: shown.length }) }
  }
}
