/** Search for issues and pull requests; one at a time, with a pause, as the service asks. */
import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { check, oneOf, optional, text, type Rule } from "../internal/inputs.ts"
import type { Http } from "../internal/methods.ts"
import { emptyNotice, queryProblem } from "../internal/search-words.ts"
import { Issue } from "../schema/Issue.ts"
import {
  DEFAULT_PER_PAGE,
  MAX_PER_PAGE,
  listsWith,
  type Page,
  type PageInput,
  type ReadList,
  type ReadPage
} from "./pages.ts"

/** What to look for. */
export interface SearchQuery {
  /** The service's own search syntax: `repo:acme/widgets is:open label:bug crash`. */
  readonly q: string
  readonly sort?: "comments" | "reactions" | "interactions" | "created" | "updated"
  readonly order?: "asc" | "desc"
  /** The most results of a whole list; the service gives no more than 1,000. */
  readonly limit?: number
}

/** One page of what was found. */
export interface SearchPage extends Page<Issue> {
  /** All matches, also those past the 1,000 that can be read. */
  readonly total: number
  /** True where the search ran out of time at the service and may have missed matches. */
  readonly incomplete_results: boolean
  /** Said where there are more matches than can be read, and where nothing matches for a reason that can be told. */
  readonly notice?: string
}

/** Search. */
export interface Search {
  /** `GET /search/issues`. */
  readonly issuesPage: ReadPage<SearchQuery, Issue, SearchPage>
  /** As `issuesPage`, up to `limit` results exactly. */
  readonly issuesList: ReadList<SearchQuery, Issue, SearchPage>
}

/** https://docs.github.com/en/rest/search/search: results past these cannot be read. */
const READABLE = 1000

const limit: Rule = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= READABLE
    ? undefined
    : `must be from 1 to ${READABLE}`

const query: Rule = (value) => text(value) ?? queryProblem(String(value))

const RULES = {
  q: query,
  sort: optional(oneOf("comments", "reactions", "interactions", "created", "updated")),
  order: optional(oneOf("asc", "desc")),
  limit: optional(limit)
}

const OPERATION = "search.issues"

const isIncomplete = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "incomplete_results" in body && body.incomplete_results === true

/** Never more than was asked for, and no next page that the service would refuse. */
const complete = (
  page: Page<Issue>,
  body: unknown,
  { q, page: number = 1, per_page = DEFAULT_PER_PAGE }: SearchQuery & PageInput
): SearchPage => {
  const { next, pages: _pages, ...kept } = page
  const total = page.total ?? page.items.length
  const read = number * per_page
  const notice = total === 0 ? emptyNotice(q) : undefined
  return {
    ...kept,
    items: page.items.slice(0, per_page),
    total,
    incomplete_results: isIncomplete(body),
    pages: Math.ceil(Math.min(total, READABLE) / per_page),
    ...(next !== undefined && read < READABLE && { next }),
    ...(notice !== undefined && { notice }),
    ...(total > READABLE && {
      notice: `${total} match; the service gives the first ${READABLE}. Narrow the query to read the others.`
    })
  }
}

export const make = (http: Http): Search => {
  const { page, list } = listsWith<SearchQuery, Issue, SearchPage>(
    // One at a time: pages asked for together would only queue.
    { ...http, pagesAhead: 1 },
    {
      operation: OPERATION,
      rules: RULES,
      item: Issue,
      key: "items",
      endpoint: () => "/search/issues",
      query: ({ q, sort, order }) => ({ q, sort, order })
    },
    complete
  )
  const issuesPage: Search["issuesPage"] = (input) => {
    const { page: number = 1, per_page = DEFAULT_PER_PAGE } = input
    return (number - 1) * per_page >= READABLE
      ? Effect.flatMap(check(OPERATION, input, RULES), () =>
          Effect.fail(
            invalid("codehost", OPERATION, [
              { field: "page", message: `is past the ${READABLE} results that the service gives` }
            ])
          )
        )
      : page(input)
  }
  const issuesList: Search["issuesList"] = (input) => {
    const most = input.limit ?? READABLE
    const { pages } = list({ ...input, per_page: input.per_page ?? Math.min(MAX_PER_PAGE, Math.max(1, most)) })
    const cut = Stream.suspend(() => {
      let left = most
      return pages.pipe(
        Stream.map((found) => {
          const items = found.items.slice(0, left)
          left -= items.length
          return { ...found, items }
        }),
        Stream.takeUntil(() => left <= 0)
      )
    })
    return { pages: cut, items: Stream.flattenIterable(Stream.map(cut, ({ items }) => items)) }
  }
  return { issuesPage, issuesList }
}
