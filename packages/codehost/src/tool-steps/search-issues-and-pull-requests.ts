import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { CodeHostClient } from "../client/CodeHost.ts"
import * as Search from "../client/Search.ts"
import { Issue } from "../schema/Issue.ts"
import type { PageInput } from "../schema/Page.ts"
import { searchNotes, type SearchPage, type SearchQuery } from "../schema/Search.ts"
import * as Listing from "./parts/listing.ts"

/** Reads one page or, if a limit is given, as many pages as the limit needs, joined into one. */
const search = (client: CodeHostClient, query: SearchQuery & PageInput) =>
  query.limit === undefined
    ? client.search.issuesPage(query)
    : Effect.map(Stream.runCollect(client.search.issuesList(query).pages), (pages) => wholeSearch(pages))

const wholeSearch = (pages: ReadonlyArray<SearchPage>): SearchPage => {
  const notices = new Set(pages.flatMap(({ notice }) => notice ?? []))
  return {
    items: pages.flatMap(({ items }) => items),
    total: pages.at(-1)?.total ?? 0,
    incomplete_results: pages.some((page) => page.incomplete_results),
    ...(notices.size > 0 && { notice: [...notices].join(" ") })
  }
}

export const searchIssuesAndPullRequests = Listing.over(Search.issues, {
  id: "codehost_search_issues_and_pull_requests",
  title: "Search Issues and Pull Requests",
  description: "Find issues and pull requests with the service's search syntax, at most 1,000.",
  scopes: ["repo"],
  item: Issue,
  more: searchNotes,
  page: search
})
