// Routes for search. They have their own rate limit and return at most a thousand results.
// Source: https://docs.github.com/en/rest/search/search

import type { Context, Routes } from "../frame/context.ts"
import { unprocessable, validationFailed } from "../frame/errors.ts"
import { paginateIn } from "../frame/paging.ts"
import type { Reply } from "../frame/reply.ts"
import { issueRecord } from "../issues/records.ts"
import { minimalRepository } from "../records/repository.ts"
import { type IssueMatch, issueQualifiers, searchIssues } from "./issues.ts"
import { parseQuery, type Query } from "./query.ts"
import { repositoryQualifiers, searchRepositories } from "./repositories.ts"

const reachable = 1000

const queryOf = ({ query }: Context, qualifiers: ReadonlySet<string>): Query => {
  const read = parseQuery(query.get("q") ?? "", qualifiers)
  if ("words" in read) return read
  throw validationFailed({ resource: "Search", field: "q", ...read })
}

const types = new Set(["issue", "pr", "pull-request"])

/**
 * Requires a type in issue searches: a query must ask for either issues or pull requests. The service documents this
 * for tokens of applications, and has begun to require it of other tokens too. Here it applies to application and
 * fine-grained tokens, and to all tokens if `searchNeedsType` is set.
 */
const checkType = ({ state, token }: Context, { clauses }: Query): void => {
  const namesAKind =
    token !== undefined && (state.settings.searchNeedsType || (token.kind !== "classic" && token.kind !== "oauth"))
  const names = clauses.filter(({ name, negated }) => !negated && (name === "is" || name === "type"))
  if (!namesAKind || names.some(({ values }) => values.some((value) => types.has(value)))) return
  throw unprocessable("Query must include 'is:issue' or 'is:pull-request'")
}

const issues = (context: Context): Reply => {
  const query = queryOf(context, issueQualifiers)
  checkType(context, query)
  const matches = searchIssues(context, query)
  const record = ({ issue, place, score }: IssueMatch) => {
    const { body, closed_by: _, ...rest } = issueRecord({ ...place, urls: context.urls }, issue)
    // The API description does not allow null here.
    return { ...rest, ...(body === null ? {} : { body }), score }
  }
  return paginateIn(context, "items", matches, record, {
    reachable,
    more: { incomplete_results: false, search_type: "lexical" }
  })
}

const repositories = (context: Context): Reply => {
  const matches = searchRepositories(context, queryOf(context, repositoryQualifiers))
  const record = (repository: (typeof matches)[number]) => ({
    ...minimalRepository(context.world, context.urls, repository, context.viewer),
    score: 1
  })
  return paginateIn(context, "items", matches, record, { reachable, more: { incomplete_results: false } })
}

export const searchRoutes: Routes = {
  "GET /search/issues": { run: issues, resource: "search" },
  "GET /search/repositories": { run: repositories, resource: "search" }
}
