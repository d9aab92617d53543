import { expect, it } from "vitest"

import { pageEnd } from "./page-end.ts"

const rowsOf = (...days: ReadonlyArray<string>) => days.map((date, at) => ({ date, sessions: at }))

it.each([
  ["after the last row that was read, if there cannot be another equal one", rowsOf("1", "1", "2", "2"), 4],
  ["before the last row that was read, if an equal one may follow", rowsOf("1", "1", "2"), 2],
  ["not before its first row, so that the next page is another one", rowsOf("1"), 1]
])("a page of two periods ends %s", (_, rows, end) => {
  expect(pageEnd(rows, 2, ["date"])).toBe(end)
})
