import { stripVTControlCharacters } from "node:util"

import { expect, it } from "vitest"

import { listColumns } from "./record-table.ts"
import { plain, widthOf } from "./Screen.ts"

const screen = { columns: 80, style: plain }
const issues = [7, 8].map((number) => ({
  id: 1000 + number,
  node_id: `I_kwDOABPMzo${number}`,
  number,
  title: `It squeaks at night, and nobody in the house knows how to make it stop ${number}`,
  body: "As it was\n\nlong ago",
  user: { login: "mona", id: 3, url: "http://127.0.0.1/users/mona" },
  labels: [{ name: "bug", color: "ff0000" }, { name: "now" }],
  html_url: "http://127.0.0.1/acme/widgets/issues/7",
  milestone: null,
  locked: false,
  created_at: "2026-09-22T04:54:27Z",
  updated_at: "2026-09-23T04:54:27Z"
}))

it("shows what names a record, its parts by their names, and says what it leaves out", () => {
  expect(listColumns(screen, issues)?.split("\n")).toEqual([
    "Number  Title                                    User  Labels    Locked",
    "     7  It squeaks at night, and nobody in the…  mona  bug, now  no",
    "     8  It squeaks at night, and nobody in the…  mona  bug, now  no",
    "Not shown: id, node_id, html_url, created_at, updated_at, body. --fields",
    "selects, --output json has all."
  ])
})

it.each([40, 60, 80, 100])("fits %d columns", (columns) => {
  const text = stripVTControlCharacters(listColumns({ ...screen, columns }, issues) ?? "")
  for (const line of text.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(columns)
  expect(text).not.toBe("")
})

it("takes all of a wide screen", () => {
  const text = listColumns({ ...screen, wide: 160 }, issues) ?? ""
  expect(text.split("\n")[0]).toMatch(/Labels.*Created at.*Updated at/)
  expect(text).toContain("bug, now")
})

it("leaves what has too little in common to be drawn otherwise", () => {
  expect(listColumns(screen, [{ a: "x" }, { b: "y" }, { c: "z" }])).toBeUndefined()
  expect(listColumns(screen, [{ url: "https://a.example" }, { url: "https://b.example" }])).toBeUndefined()
})
