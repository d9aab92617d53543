/**
 * Restricts searches of an account that is limited to named repositories: every query is limited to them, a query that
 * names other repositories is refused, and results from other repositories are removed.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import * as Endpoint from "@inlay/core-http/Endpoint"
import type { Answer } from "@inlay/core-http/Spend"

import { fieldsOf } from "../wire/reasons/service-words.ts"

type Repositories = ReadonlySet<string>

/** Paths, in the form of `pathOf`, of the allowed searches and of lists across repositories. */
export const SEARCHES = /^\/search\/(issues|code|commits)$/
export const OWN_LISTS = /^\/user\/repos$/

/** Returns a text in lower case, because the service ignores case; an empty one for any other value. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value.toLowerCase() : "")

const ISSUES = "/search/issues"

/** Returns the path of an endpoint in its normalized spelling. */
const pathOf = (endpoint: string): string => Endpoint.comparable(endpoint.split("?", 1)[0] ?? "").toLowerCase()

const queryOf = (endpoint: string): URLSearchParams => new URLSearchParams(endpoint.split("?").slice(1).join("?"))

/** Removes the quoted parts of a query, in which qualifiers are ordinary words. */
const withoutQuotes = (q: string): string => q.replace(/"[^"]*"/g, " ")

/** Returns the values of `repo:` qualifiers in a query. */
const repositoriesIn = (q: string): ReadonlyArray<string> =>
  [...withoutQuotes(q).matchAll(/(?<![\w-])repo:([^\s()]*)/gi)].map(([, name]) => textOf(name))

/** https://docs.github.com/en/rest/search/search#limitations-on-query-length */
const MAX_OPERATORS = 5

const operatorsIn = (q: string): number => withoutQuotes(q).split(/\b(?:AND|OR|NOT)\b/).length - 1

/**
 * Whether qualifiers added at the end would apply to the whole query: it has no brackets, no operators and no
 * unfinished qualifier.
 */
const isFlat = (q: string): boolean => !/[()]|\b(AND|OR|NOT)\b|[-:,]\s*$/i.test(withoutQuotes(q))

/** Whether one pair of brackets encloses the whole query. */
const isBracketed = (q: string): boolean => {
  const words = withoutQuotes(q)
  let depth = 0
  const depths = [...words].map((char) => (depth += char === "(" ? 1 : char === ")" ? -1 : 0))
  return words.startsWith("(") && depths.indexOf(0) === words.length - 1
}

/**
 * Returns the account's repositories as a qualifier for the issue search, in which a space between two `repo:`
 * qualifiers means AND
 * (https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/filtering-and-searching-issues-and-pull-requests).
 */
const scopeOf = (repositories: Repositories): string => {
  const names = [...repositories].map((name) => `repo:${name}`)
  return names.length === 1 ? names.join("") : `(${names.join(" OR ")})`
}

/** Whether the query ends with the qualifier that limits it to the account's repositories. */
const isScoped = (repositories: Repositories, q: string): boolean => {
  const scope = scopeOf(repositories)
  if (q === scope) return true
  const rest = q.slice(0, -scope.length - 1)
  return q === `${rest} ${scope}` && (isFlat(rest) || isBracketed(rest))
}

/** Returns why a query must not be sent, or `undefined` if it stays inside the account's repositories. */
export const searchProblem = (repositories: Repositories, endpoint: string): string | undefined => {
  const queries = queryOf(endpoint).getAll("q")
  const [q = ""] = queries
  if (queries.length > 1) return "The search has more than one query."
  // This code and the service could disagree on which part of the query such a quote covers.
  if (q.split('"').length % 2 === 0) return "The search has a quote that is not closed."
  if (q.includes(String.raw`\"`)) return "The search has a quote after a backslash."
  if (/(?<![\w-])-*(user|org|owner|enterprise|team|repo\s|project):/i.test(withoutQuotes(q))) {
    return "The search names owners, teams or projects, not only repositories."
  }
  const names = repositoriesIn(q)
  if (names.length === 0 || !names.every((name) => repositories.has(name))) {
    return "The search is not limited to the account's repositories."
  }
  if (pathOf(endpoint) !== ISSUES) {
    return /\b(OR|NOT)\b/.test(withoutQuotes(q)) ? "The search joins its parts with OR or NOT." : undefined
  }
  if (operatorsIn(q) > MAX_OPERATORS) {
    return `The search, joined with the account's ${repositories.size} repositories, has more than the five AND, OR and NOT that the service accepts.`
  }
  return isFlat(q) || isScoped(repositories, q) ? undefined : "The search has brackets that do not match."
}

/**
 * Limits a search to the account's repositories, unless the query already names some of them and cannot reach others.
 */
export const narrow = (repositories: Repositories, request: CallRequest): CallRequest => {
  const path = pathOf(request.endpoint)
  if (!SEARCHES.test(path)) return request
  const query = queryOf(request.endpoint)
  const q = query.get("q") ?? ""
  const isIssues = path === ISSUES
  if (query.getAll("q").length > 1 || (repositoriesIn(q).length > 0 && (!isIssues || isFlat(q)))) return request
  const scope = isIssues ? scopeOf(repositories) : [...repositories].map((name) => `repo:${name}`).join(" ")
  const words = isIssues && !isFlat(q) ? `(${q})` : q
  query.set("q", words.trim() === "" ? scope : `${words} ${scope}`)
  return { ...request, endpoint: `${request.endpoint.split("?", 1)[0]}?${query.toString()}` }
}

/** Returns `owner/repo` of a result, from whichever field has it: its name, or the end of its address. */
const repositoryOf = (item: unknown): string => {
  const { full_name, repository, repository_url } = fieldsOf(item)
  return textOf(full_name ?? fieldsOf(repository)["full_name"] ?? repository_url)
    .split("/")
    .slice(-2)
    .join("/")
}

/** Removes results from outside the named repositories. */
export const withoutOutside = (repositories: Repositories, request: CallRequest, answer: Answer): Answer => {
  const isNamed = (item: unknown) => repositories.has(repositoryOf(item))
  const { body } = answer
  const path = pathOf(request.endpoint)
  if (OWN_LISTS.test(path)) return { ...answer, body: Array.isArray(body) ? body.filter(isNamed) : null }
  if (!SEARCHES.test(path)) return answer
  const { items } = fieldsOf(body)
  const results: ReadonlyArray<unknown> = Array.isArray(items) ? items : []
  const inside = results.filter(isNamed)
  return {
    ...answer,
    // A count that includes results from outside would reveal that they exist.
    body: { ...fieldsOf(body), items: inside, ...(inside.length < results.length && { total_count: inside.length }) }
  }
}
