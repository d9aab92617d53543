/** Which fields of a link or object request the next page. Answers as a whole are in `tests/answers/searches.ts`. */
import { expect, it } from "vitest"

import { nextPage } from "./next-page.ts"

it.each<readonly [string, unknown, Readonly<Record<string, unknown>> | "unreadable"]>([
  ["an offset and a page size", "https://api.provider.example/search?from=2&page_size=2", { from: 2 }],
  ["a short name and a page size", "/search/people?p=2&per_page=2", { p: 2 }],
  ["a page and its size in brackets", "/search/people?page[number]=2&page[size]=2", { "page[number]": 2 }],
  ["an object with sizes", { page: 2, pageSize: 25, total_pages: 9 }, { page: 2 }],
  ["a cursor and a key", "/search/people?cursor=c2&limit=2&access_token=secret", { cursor: "c2" }],
  ["a path and a page size", "/search/people/pages/2?page_size=2", "unreadable"],
  ["other fields", "/search/next/abc?sort=name&format=json", "unreadable"]
])("a next page with %s", (_, next, fields) => {
  expect(nextPage({ results: [{}, {}], next }, 2)).toEqual(fields)
})
