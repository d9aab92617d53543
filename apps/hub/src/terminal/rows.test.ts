import { describe, expect, it } from "vitest"

import { record } from "./record.ts"
import { rows } from "./rows.ts"
import { plain, screenOf, widthOf } from "./Screen.ts"

const screen = { columns: 80, style: plain }

describe("rows", () => {
  const columns = [{ title: "country" }, { title: "averageSessionDuration (s)", align: "right" as const }]
  const body = [
    ["Australia", "61.61"],
    ["New Zealand", "5"]
  ]

  it("are a table with their totals", () => {
    expect(rows(screen, columns, body, [["Total", "66.61"]]).split("\n")).toEqual([
      "country      averageSessionDuration (s)",
      "Australia                         61.61",
      "New Zealand                           5",
      "Total                             66.61"
    ])
  })

  it("break long titles over short numbers, and no word or number", () => {
    expect(rows({ ...screen, columns: 24 }, columns, body).split("\n")).toEqual([
      "country       average",
      "              Session",
      "             Duration",
      "                  (s)",
      "Australia       61.61",
      "New Zealand         5"
    ])
  })

  it("are placed below one another if they do not fit", () => {
    const many = Array.from({ length: 19 }, (_, at) => ({ title: `metric${at}`, align: "right" as const }))
    const text = rows(screen, many, [many.map((_, at) => String(at * 1_000_000_000))])
    expect(text.split("\n").slice(0, 2)).toEqual(["metric0   0", "metric1   1000000000"])
    expect(text.split("\n")).toHaveLength(19)
  })

  it("use a wide terminal", () => {
    const wide = screenOf({ isTTY: true, columns: 180 }, { NO_COLOR: "1" })
    expect([wide.columns, wide.wide]).toEqual([100, 180])
  })
})

describe("a list of alike records", () => {
  const list = Array.from({ length: 3 }, (_, at) => ({
    id: `x-${at}`,
    activeUsers: at * 50,
    note: null,
    tags: ["a", "b"]
  }))
  const show = (value: unknown, tables = true) => record(screen, value, tables).split("\n")

  it("is a table, numbers on the right, without columns that are empty", () => {
    expect(show({ rows: list, total: 3 })).toEqual([
      "Rows",
      "ID   Active users  Tags",
      "x-0             0  a, b",
      "x-1            50  a, b",
      "x-2           100  a, b",
      "",
      "Total  3"
    ])
  })

  it("lets a record leave a field out", () => {
    expect(show({ rows: [{ a: "1", b: "2" }, { a: "3" }] })).toEqual(["Rows", "A  B", "1  2", "3"])
  })

  it.each<[string, ReadonlyArray<unknown>]>([
    ["one record", [{ a: 1 }]],
    ["records of other fields", [{ a: "x" }, { b: "y" }, { c: "z" }]],
    ["records within records", [{ a: { b: 1 } }, { a: { b: 2 } }]],
    ["a long text", [{ a: "word ".repeat(40) }, { a: "x" }]],
    ["two lines", [{ a: "1\n2" }, { a: "x" }]],
    ["an address that would be broken", [{ a: `https://${"x".repeat(90)}` }, { a: "x" }]]
  ])("is none of %s", (_, value) => {
    expect(show({ rows: value })).toEqual(show({ rows: value }, false))
  })

  it("fits 80 columns", () => {
    const wide = list.map((one) => ({ ...one, description: "many words ".repeat(10).trim() }))
    for (const line of show({ rows: wide })) expect(widthOf(line)).toBeLessThanOrEqual(80)
    expect(show({ rows: wide })[1]).toMatch(/^ID +Active users +Tags +Description$/)
  })
})
