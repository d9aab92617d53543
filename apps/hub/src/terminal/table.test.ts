import { describe, expect, it } from "vitest"

import { colours, plain, widthOf } from "./Screen.ts"
import { table } from "./table.ts"
import { wrap } from "./wrap.ts"

const screen = { columns: 80, style: plain }
const long = "a sentence that goes on and on, well beyond what one line of a terminal can hold, ".repeat(3)

describe("a table", () => {
  it("aligns what fits", () => {
    const text = table(
      screen,
      [{ title: "Name" }, { title: "Count", align: "right" }],
      [
        ["one", "1"],
        ["three", "300"]
      ]
    )
    expect(text.split("\n")).toEqual(["Name   Count", "one        1", "three    300"])
  })

  it.each([
    ["long sentences", [long, long, "x"]],
    ["a word without a break", ["w".repeat(200), "short", "short"]],
    ["wide characters", ["日本語".repeat(60), long, "語"]]
  ])("never passes 80 columns: %s", (_, row) => {
    const lines = table(screen, [{ title: "First" }, { title: "Second" }, { title: "Third" }], [row]).split("\n")
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80)
    expect(lines.join("").replace(/\s+/g, "").length).toBe(
      ["First", "Second", "Third", ...row].join("").replace(/\s+/g, "").length
    )
  })

  it("narrows what people read before what they copy", () => {
    const id = "a_rather_long_identifier_of_a_tool_step"
    const text = table(screen, [{ title: "Id", fixed: true }, { title: "What" }], [[id, long]])
    expect(text).toContain(id)
  })

  it.each([24, 40, 44])("breaks no word on a narrow screen of %i columns that has room for it", (columns) => {
    const rows = [
      ["salesdata_people_enrichment", "People Enrichment", "credits"],
      ["codehost_star_repo", "Star Repo", ""]
    ]
    const text = table(
      { columns, style: plain },
      [{ title: "Tool step", fixed: true }, { title: "Title" }, { title: "Cost" }],
      rows
    )
    for (const line of text.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(columns)
    if (columns < 40) return
    for (const word of rows.flat().flatMap((cell) => cell.split(" "))) expect(text).toContain(word)
    expect(text).toMatch(/^salesdata_people_enrichment\n {2}Title: People Enrichment\n {2}Cost: credits\ncodehost/)
  })

  it("breaks no word on one of less than 80 columns either", () => {
    const columns = [{ title: "Tool step", fixed: true }, { title: "Title" }, { title: "Cost", fixed: true }]
    const rows = [["codehost_search_issues_and_pull_requests", "Company Enrichment", "up to 1 credit"]]
    const at = (width: number) => table({ columns: width, style: plain }, columns, rows)
    expect(at(66)).toBe("codehost_search_issues_and_pull_requests\n  Title: Company Enrichment\n  Cost: up to 1 credit")
    expect(at(72)).toMatch(/ Company +up to 1 credit\n +Enrichment$/)
  })

  it("narrows columns to their longest word before it breaks words", () => {
    const columns = [{ title: "A" }, { title: "B" }]
    const text = table({ columns: 30, style: plain }, columns, [["x".repeat(20), "one two three"]])
    expect(text.split("\n")).toEqual([`A${" ".repeat(21)}B`, `${"x".repeat(20)}  one two`, `${" ".repeat(22)}three`])
  })

  it("paints cells without moving them", () => {
    const columns = [{ title: "A" }, { title: "B" }]
    const cell = { text: "painted", paint: colours.red }
    const rowText = table({ columns: 80, style: colours }, columns, [[cell, "x"]]).split("\n")[1] ?? ""
    expect(rowText).toContain("\u001b[31mpainted\u001b[39m")
    expect(widthOf(rowText)).toBe("painted  x".length)
  })
})

describe("wrapping", () => {
  it("breaks between words, inside one only if necessary, and keeps line breaks", () => {
    expect(wrap("aa bb cc", 5)).toEqual(["aa bb", "cc"])
    expect(wrap("abcdef g", 4)).toEqual(["abcd", "ef g"])
    expect(wrap("abcdef g", 4, { keepWords: true })).toEqual(["abcdef", "g"])
    expect(wrap("acme/long-name x", 8)).toEqual(["acme/", "long-", "name x"])
    expect(wrap("a/bcdefghijkl", 8)).toEqual(["a/bcdefg", "hijkl"])
    expect(wrap("a\n\nb", 4)).toEqual(["a", "", "b"])
    expect(wrap("", 4)).toEqual([""])
  })

  it("keeps the indentation of lines, and runs of spaces in a line that fits", () => {
    const yaml = "on:\n  push:\n    branches: [main]  # all"
    expect(wrap(yaml, 40)).toEqual(yaml.split("\n"))
    expect(wrap("    return one + two", 14)).toEqual(["    return one", "+ two"])
    expect(wrap("  https://acme.example/a", 12)).toEqual(["  https://", "acme.example", "/a"])
    expect(wrap("  https://acme.example", 12, { keepWords: true })).toEqual(["  https://acme.example"])
    expect(wrap(`${" ".repeat(30)}aa bb`, 8)).toEqual(["    aa", "bb"])
    expect(wrap(" ".repeat(30), 8)).toEqual([""])
  })
})
