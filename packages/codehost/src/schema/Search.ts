/** The search for issues and pull requests: its input and its pages of results. */
import * as Schema from "effect/Schema"

import { Issue } from "./Issue.ts"
import { textBy } from "./names.ts"
import { pageOf, type Page } from "./Page.ts"
import { queryProblem } from "./search-qualifiers.ts"

/** The number of results that can be read: https://docs.github.com/en/rest/search/search */
export const READABLE = 1000

const query = textBy((q) => (q.trim() === "" ? "must not be empty" : queryProblem(q)))

const limit = Schema.Int.check(
  Schema.makeFilter((count) => (count > 0 && count <= READABLE ? undefined : `must be from 1 to ${READABLE}`))
)

/** Input for the search. */
export const SearchQuery = Schema.Struct({
  /** The service's own search syntax. */
  q: query("e.g. repo:acme/widgets is:open label:bug"),
  sort: Schema.optionalKey(Schema.Literals(["comments", "reactions", "interactions", "created", "updated"])),
  order: Schema.optionalKey(Schema.Literals(["asc", "desc"])),
  /** Maximum number of results when a whole list is read; the service returns no more than 1,000. */
  limit: Schema.optionalKey(limit)
})
export type SearchQuery = typeof SearchQuery.Type

/** What a page of results has besides the fields of every page. */
export const searchNotes = {
  /** True if the search timed out at the service and may have missed matches. */
  incomplete_results: Schema.Boolean
}

/**
 * One page of results. `total` counts all matches, including those beyond the 1,000 that can be read. `notice` says so
 * if there are such matches, and names the likely cause if nothing matches.
 */
export const SearchPage = Schema.Struct({ ...pageOf(Issue).fields, total: Schema.Int, ...searchNotes })
export interface SearchPage extends Page<Issue> {
  readonly total: number
  readonly incomplete_results: boolean
}
