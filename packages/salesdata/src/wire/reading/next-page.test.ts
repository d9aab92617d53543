/** Which fields of a link or object request the next page. Answers as a whole are in `tests/answers/searches.ts`. */
import { expect, it } from "vitest"

import { nextPage, type FirstPage, type NextPage } from "./next-page.ts"

it.each<readonly [string, unknown, Readonly<Record<string, unknown>> | "unreadable"]>([
  ["an offset and a page size", "https://api.provider.example/search?from=2&page_size=2", { from: 2 }],
  ["a short name and a page size", "/search/people?p=2&per_page=2", { p: 2 }],
  ["a page and its size in brackets", "/search/people?page[number]=2&page[size]=2", { "page[number]": 2 }],
  ["an object with sizes", { page: 2, pageSize: 25, total_pages: 9 }, { page: 2 }],
  ["a cursor and a key", "/search/people?cursor=c2&limit=2&access_token=secret", { cursor: "c2" }],
  ["a path and a page size", "/search/people/pages/2?page_size=2", "unreadable"],
  ["other fields", "/search/next/abc?sort=name&format=json", "unreadable"]
])("a next page with %s", (_, next, fields) => {
  expect(nextPage({ results: [{}, {}], next }, 2)).toEqual(fields === "unreadable" ? fields : { fields, isSure: true })
})

const page = (number: number): NextPage => ({ fields: { page: number }, isSure: true })
const perhaps = (number: number): NextPage => ({ fields: { page: number }, isSure: false })

it.each<readonly [string, Readonly<Record<string, number>>, number, FirstPage | undefined, NextPage]>([
  ["the first page", { total: 57, page: 1 }, 25, undefined, page(2)],
  ["a full page", { total: 57, page: 2 }, 25, { rows: 25 }, page(3)],
  ["a short last page", { total: 57, page: 3 }, 7, { rows: 25 }, undefined],
  ["a last page that is as full as the others", { total: 50, page: 2 }, 25, { rows: 25 }, undefined],
  ["a later page, if nobody knows how long the first was", { total: 57, page: 2 }, 25, undefined, perhaps(3)],
  ["a short last page, if nobody knows how long the first was", { total: 57, page: 3 }, 7, undefined, perhaps(4)],
  ["a later page that is past the total in any case", { total: 50, page: 2 }, 25, undefined, undefined],
  ["the only page, counted from 0", { total: 2, page: 0 }, 2, undefined, undefined],
  ["the only page of one, counted from 0", { page: 0, total_pages: 1 }, 2, undefined, undefined],
  ["the first page, counted from 0", { total: 57, page: 0 }, 25, undefined, page(1)],
  ["a middle page, counted from 0", { total: 57, page: 1, total_pages: 3 }, 25, undefined, page(2)],
  ["the last page, counted from 0", { total: 57, page: 2, total_pages: 3 }, 7, { rows: 25 }, undefined],
  ["the last page of a size, counted from 0", { total: 57, page: 2, per_page: 25 }, 7, undefined, undefined],
  ["a page that lacks a few of a total that fits", { total: 75, page: 2, total_pages: 3 }, 23, undefined, page(3)],
  [
    "a full last page of a size, known to be counted from 0",
    { total: 50, page: 1, per_page: 25 },
    25,
    { rows: 25, number: 0 },
    undefined
  ],
  [
    "a full last page of two, known to be counted from 0",
    { total: 50, page: 1, total_pages: 2 },
    25,
    { rows: 25, number: 0 },
    undefined
  ],
  [
    "a middle page, known to be counted from 0",
    { total: 57, page: 1, total_pages: 3 },
    25,
    { rows: 25, number: 0 },
    page(2)
  ],
  ["the first page of two, counted from 1", { total: 50, page: 1, per_page: 25 }, 25, undefined, page(2)],
  ["a page that lacks a few", { total: 57, page: 2, total_pages: 3 }, 18, undefined, page(3)]
])("after %s", (_, paging, rows, firstPage, next) => {
  expect(nextPage({ people: [], ...paging }, rows, firstPage)).toEqual(next)
})
