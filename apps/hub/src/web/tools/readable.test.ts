import { expect, it } from "vitest"

import { factsOf, lookupOf, tableOf } from "./readable.ts"

it("makes a table of rows, items or people, with columns that hold something", () => {
  const output = {
    rows: [
      { date: "2026-01-01", sessions: 12, note: null },
      { date: "2026-01-02", sessions: 0, note: "" }
    ]
  }
  expect(tableOf(output)).toEqual({
    columns: ["date", "sessions"],
    rows: [
      ["2026-01-01", "12"],
      ["2026-01-02", "0"]
    ],
    count: 2
  })
  expect(tableOf({ items: ["a"] })).toMatchObject({ columns: ["value"], rows: [["a"]] })
})

it("makes a table of the first 100 rows and 8 columns, and says how many rows there are", () => {
  const columns = Array.from({ length: 9 }, (_, n) => [`c${n}`, n] as const)
  const table = tableOf({ rows: Array.from({ length: 101 }, () => Object.fromEntries(columns)) })
  expect([table?.rows.length, table?.columns.length, table?.count]).toEqual([100, 8, 101])
})

it("names records within records by what tells them apart, after plain columns", () => {
  const table = tableOf({ items: [{ user: { login: "mona", id: 1 }, title: "Bug" }] })
  expect(table).toMatchObject({ columns: ["title", "user"], rows: [["Bug", "mona"]] })
})

it("has facts of a record, not of the envelope around it", () => {
  expect(
    factsOf({ match: true, record: { job_title: "Director", emails: [{ value: "a@b.example" }], x: null } })
  ).toEqual([
    { label: "Job title", value: "Director" },
    { label: "Emails", value: "a@b.example" }
  ])
})

it("never takes an unknown charge for a free one", () => {
  expect(lookupOf({ match: false, credits: { charged: "unknown" } })).toEqual({ isMiss: true, charged: "unknown" })
  expect(lookupOf({ match: true, credits: {} })).toEqual({ isMiss: false, charged: undefined })
})
