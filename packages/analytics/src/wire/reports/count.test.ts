import { expect, it } from "vitest"

import { rowCountOf, type Page } from "./count.ts"

const columns = [
  { name: "country", kind: "dimension" },
  { name: "dateRange", kind: "dimension" }
] as const

/** Rows of countries, each with as many rows as its number says. */
const read = (countries: ReadonlyArray<number>, rowCount: number) => {
  const rows = countries.flatMap((count, at) => Array.from({ length: count }, (_, range) => [`c${at}`, `r${range}`]))
  const values = [0, 1].map((column) => rows.map((row) => row[column] ?? ""))
  return { columns, values, count: rows.length, rowCount }
}

it.each<[string, ReturnType<typeof read>, Page, number]>([
  ["a report of few rows, counted", read([2, 2], 4), { limit: 10 }, 4],
  ["a report of few rows, of which combinations are counted", read([2, 2], 2), { limit: 10 }, 4],
  ["a report of few rows, more than its limit of combinations", read([2, 2, 2], 3), { limit: 4 }, 6],
  ["the same, but rows are counted", read([2, 2, 2], 6), { limit: 4 }, 6],
  ["a report that ends at its limit of rows", read([2, 2], 4), { limit: 4 }, 4],
  ["a report that ends at its limit of combinations", read([2, 2], 2), { limit: 2 }, 4],
  ["a first page of counted rows", read([2, 2], 6), { limit: 4 }, 6],
  ["a first page of counted combinations", read([2, 2], 3), { limit: 2 }, 5],
  ["a first page, of a report with as many combinations as it has rows", read([2, 2], 4), { limit: 2 }, 5],
  ["a page that is shorter than its limit, of more rows", read([2], 9), { limit: 4 }, 9],
  ["the last page of counted rows", read([2], 6), { limit: 4, offset: 4 }, 6],
  ["the last page of counted combinations", read([2], 3), { limit: 4, offset: 2 }, 4],
  ["the last page by combinations, of counted rows", read([2], 40), { limit: 4, offset: 18 }, 20],
  ["a page after the end", read([], 40), { limit: 4, offset: 100 }, 40],
  ["a page after the end by combinations, of counted rows", read([], 40), { limit: 4, offset: 20 }, 20],
  ["a page of a report without rows", read([], 0), { limit: 4, offset: 4 }, 0],
  ["without a limit", read([2], 1), {}, 2]
])("%s", (_, rows, page, count) => {
  expect(rowCountOf(rows, page)).toBe(count)
})

it.each([
  [250_000, 250_000, 250_000],
  [250_000, 130_000, 250_001],
  [260_000, 130_000, 260_001]
])("%d rows of %d may be all that the service gives", (count, rowCount, expected) => {
  expect(rowCountOf({ columns, values: [], count, rowCount }, { limit: 250_000 })).toBe(expected)
})
