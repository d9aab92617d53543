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

/** However the endpoint is written. */
const pathOf = ({ endpoint }: CallRequest): string => Endpoint.comparable(endpoint.split("?", 1)[0] ?? "").toLowerCase()

const queryOf = (endpoint: string): URLSearchParams => new URLSearchParams(endpoint.split("?").slice(1).join("?"))

/** Without what stands in quotes: there, qualifiers are words. */
const unquoted = (q: string): string => q.replace(/"[^"]*"/g, " ")

/** The values of `repo:` in a query. */
const repositoriesIn = (q: string): ReadonlyArray<string> =>
  [...unquoted(q).matchAll(/(?:^|[\s(])repo:(\S*)/gi)].map(([, name = ""]) => name.toLowerCase())

/** Why a query may not be sent as it stands; `undefined` where it stays inside. */
export const searchProblem = (repositories: Repositories, endpoint: string): string | undefined => {
  const queries = queryOf(endpoint).getAll("q")
  const [q = ""] = queries
  if (queries.length > 1) return "The search has more than one query."
  // A quote without its other half could hide a qualifier from one reader and show it to another.
  if ((q.match(/"/g) ?? []).length % 2 === 1) return "The search holds a quote without its other half."
  const words = unquoted(q)
  if (/[()]|\b(OR|NOT)\b/.test(words))
    return "The search joins its parts by OR, NOT or brackets, which could lead outside."
  if (/(?:^|\s)-?(user|org|owner|enterprise|team|repo\s|project):/i.test(words)) {
    return "The search names owners, teams or projects, not repositories alone."
  }
  const named = repositoriesIn(q)
  return named.length > 0 && named.every((name) => repositories.has(name))
    ? undefined
    : "The search names repositories that the account is not limited to."
}

/** A search that names no repository asks the account's own; anything else is sent as it is. */
export const narrowed = (repositories: Repositories, request: CallRequest): CallRequest => {
  if (!SEARCHES.test(pathOf(request))) return request
  const query = queryOf(request.endpoint)
  const q = query.get("q") ?? ""
  if (repositoriesIn(q).length > 0 || query.getAll("q").length > 1) return request
  query.set("q", [q, ...[...repositories].map((name) => `repo:${name}`)].filter((part) => part.trim() !== "").join(" "))
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
  const path = pathOf(request)
  if (OWN_LISTS.test(path)) return { ...answer, body: Array.isArray(body) ? body.filter(isNamed) : null }
  if (!SEARCHES.test(path)) return answer
  const { items } = fieldsOf(body)
  return { ...answer, body: { ...fieldsOf(body), items: Array.isArray(items) ? items.filter(isNamed) : [] } }
}
