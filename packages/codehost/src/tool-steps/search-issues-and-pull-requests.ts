import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { CodeHostClient } from "../client/CodeHost.ts"
import type { SearchPage, SearchQuery } from "../client/Search.ts"
import * as Listing from "../internal/listing.ts"
import { Issue } from "../schema/Issue.ts"

/** One page; or, up to a limit, as many pages as it takes, as one. */
const search = (client: CodeHostClient, query: SearchQuery) =>
  query.limit === undefined
    ? client.search.issuesPage(query)
    : Effect.map(Stream.runCollect(client.search.issuesList(query).pages), (pages) => whole(pages))

const whole = (pages: ReadonlyArray<SearchPage>): SearchPage => {
  const notice = pages.at(-1)?.notice
  return {
    items: pages.flatMap(({ items }) => items),
    total: pages.at(-1)?.total ?? 0,
    incomplete_results: pages.some((page) => page.incomplete_results),
    ...(notice !== undefined && { notice })
  }
}

export const searchIssuesAndPullRequests = Listing.make({
  id: "codehost_search_issues_and_pull_requests",
  title: "Search Issues and Pull Requests",
  description: "Find issues and pull requests by the service's search syntax; at most 1,000 can be read.",
  scopes: ["repo"],
  query: {
    q: Schema.String.annotate({ description: "e.g. repo:acme/widgets is:open label:bug" }),
    sort: Schema.optionalKey(Schema.Literals(["comments", "reactions", "interactions", "created", "updated"])),
    order: Schema.optionalKey(Schema.Literals(["asc", "desc"])),
    limit: Schema.optionalKey(Schema.Int)
  },
  item: Issue,
  more: { incomplete_results: Schema.Boolean, notice: Schema.optionalKey(Schema.String) },
  page: (client, query) => search(client, query)
})
