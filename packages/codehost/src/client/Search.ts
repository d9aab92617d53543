/**
 * The search for issues and pull requests. Searches run one at a time with a pause between them, as the service
 * requires.
 */
import type * as Operation from "@inlay/core-http/Operation"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { Issue } from "../schema/Issue.ts"
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, paging, type Page, type PageInput } from "../schema/Page.ts"
import { emptyNotice } from "../schema/search-qualifiers.ts"
import { READABLE, SearchPage, SearchQuery } from "../schema/Search.ts"
import { listsWith, type ReadList } from "../wire/lists.ts"
import type { ReadPage } from "../wire/pages.ts"
import { fieldsOf } from "../wire/reasons/service-words.ts"
import type { Http } from "../wire/requests.ts"
import { operation } from "../wire/service.ts"

/** The search. */
export interface Search {
  /** `GET /search/issues`. */
  readonly issuesPage: ReadPage<SearchQuery, Issue, SearchPage>
  /** Like `issuesPage`, but all pages, cut to exactly `limit` results if there are more. */
  readonly issuesList: ReadList<SearchQuery, Issue, SearchPage>
}

/** Refuses a page that begins past the results that the service returns. */
const isPast: Operation.Across = ({ page = 1, per_page = DEFAULT_PER_PAGE }) =>
  (Number(page) - 1) * Number(per_page) >= READABLE
    ? [{ field: "page", message: `is past the ${READABLE} results that the service returns` }]
    : []

export const issues = operation({
  name: "search.issues",
  input: Schema.Struct({ ...SearchQuery.fields, ...paging }),
  output: SearchPage,
  across: isPast
})

/** A page of at most `per_page` results, without a `next` that the service would refuse. */
const complete = (
  page: Page<Issue>,
  body: unknown,
  { q, page: number = 1, per_page = DEFAULT_PER_PAGE }: SearchQuery & PageInput
): SearchPage => {
  const { next, pages: _pages, ...rest } = page
  const total = page.total ?? page.items.length
  const read = number * per_page
  const notices = [
    page.notice,
    total > READABLE
      ? `${total} match; the service returns only the first ${READABLE}. Narrow the query to read the others.`
      : total === 0
        ? emptyNotice(q)
        : undefined
  ].filter((notice) => notice !== undefined)
  return {
    ...rest,
    items: page.items.slice(0, per_page),
    total,
    incomplete_results: fieldsOf(body)["incomplete_results"] === true,
    pages: Math.ceil(Math.min(total, READABLE) / per_page),
    ...(next !== undefined && read < READABLE && { next }),
    ...(notices.length > 0 && { notice: notices.join(" ") })
  }
}

export const make = (http: Http): Search => {
  const { page, list } = listsWith(
    // Searches run one at a time, so pages requested ahead would only wait in the queue.
    { ...http, pagesAhead: 1 },
    issues,
    {
      item: Issue,
      key: "items",
      endpoint: () => "/search/issues",
      query: ({ q, sort, order }: SearchQuery) => ({ q, sort, order })
    },
    complete
  )
  const issuesList: Search["issuesList"] = (input) => {
    const most = input.limit ?? READABLE
    const { pages } = list({ ...input, per_page: input.per_page ?? Math.min(MAX_PER_PAGE, Math.max(1, most)) })
    const limitedPages = Stream.suspend(() => {
      let remaining = most
      return pages.pipe(
        Stream.map((read) => {
          const items = read.items.slice(0, remaining)
          remaining -= items.length
          return { ...read, items }
        }),
        Stream.takeUntil(() => remaining <= 0)
      )
    })
    return { pages: limitedPages, items: Stream.flattenIterable(Stream.map(limitedPages, ({ items }) => items)) }
  }
  return { issuesPage: page, issuesList }
}
