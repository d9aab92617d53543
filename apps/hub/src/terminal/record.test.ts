import { describe, expect, it } from "vitest"

import { labelOf } from "./labels.ts"
import { outcome } from "./outcome.ts"
import { record } from "./record.ts"
import { plain, widthOf } from "./Screen.ts"

const screen = { columns: 80, style: plain }
const show = (value: unknown) => record(screen, value).split("\n")

describe("a record", () => {
  it("has labels in words", () => {
    expect(["jobTitle", "job_title", "abn", "profileUrl", "content-type", "A", "ID"].map(labelOf)).toEqual([
      "Job title",
      "Job title",
      "ABN",
      "Profile URL",
      "content-type",
      "A",
      "ID"
    ])
  })

  it("aligns values and leaves out what is empty", () => {
    expect(
      show({ name: "Jane", nothing: null, none: [], empty: {}, blank: "", deep: { only: { null: null } }, count: 0 })
    ).toEqual(["Name   Jane", "Count  0"])
  })

  it("puts small objects of a list on one line each, and others under their label", () => {
    expect(
      show({
        emails: [
          { value: "j@acme.example", kind: "work", verified: true, note: null },
          { value: "j@home.example", kind: null }
        ],
        tags: ["a", "b"],
        company: { name: "Acme", size: 5 }
      })
    ).toEqual([
      "Emails   j@acme.example  work, verified: yes",
      "         j@home.example",
      "Tags     a, b",
      "Company",
      "  Name  Acme",
      "  Size  5"
    ])
  })

  it("numbers the records of a list, small objects inside them on one line", () => {
    const people = [{ name: "A", company: { name: "X", domain: "x.example" } }, { deep: { list: [{ a: [{ b: 1 }] }] } }]
    expect(show({ people })).toEqual([
      "People",
      "  1. Name     A",
      "     Company  X  x.example",
      "",
      "  2. Deep",
      "       List",
      "         1. A  1"
    ])
  })

  it("fits 80 columns, but keeps a word whole so that it can be copied", () => {
    const url = `https://example.com/${"x".repeat(90)}`
    const lines = show({ note: "many words ".repeat(30), list: [{ value: "v".repeat(60), kind: "k".repeat(30) }], url })
    for (const line of lines) if (!line.includes(url)) expect(widthOf(line)).toBeLessThanOrEqual(80)
    expect(lines.join("\n")).toContain(url)
  })

  it.each([[null], [undefined], [{}], [[]], [""]])("says that there is nothing: %j", (value) => {
    expect(show(value)).toEqual(["(empty)"])
  })
})

describe("an outcome", () => {
  const now = Date.UTC(2026, 0, 10)
  const lookup = {
    match: true,
    record: { name: "Jane" },
    raw: { everything: 1 },
    matchedOn: ["email"],
    credits: { charged: 2, basis: "provider" },
    fetchedAt: "2026-01-07T00:00:00.000Z",
    fromCache: false
  }
  const lastLine = (value: unknown) => outcome(screen, value, now).split("\n").at(-1)

  it("is the record, then what it cost and how old it is", () => {
    expect(outcome(screen, lookup, now).split("\n")).toEqual([
      "Name  Jane",
      "",
      "matched on email · 2 credits · fetched just now"
    ])
    const explainedLookup = { ...lookup, sources: { name: "person.full_name" }, checkedOn: "2025-12-01" }
    expect(outcome(screen, explainedLookup, now)).toBe(outcome(screen, lookup, now))
    const cachedLookup = { ...lookup, credits: { charged: 0, basis: "cache" }, fromCache: true }
    expect(lastLine(cachedLookup)).toBe("matched on email · 0 credits · from the cache, fetched 3 days ago")
  })

  it("wraps on a narrow screen", () => {
    expect(
      outcome({ ...screen, columns: 40 }, lookup, now)
        .split("\n")
        .slice(-2)
    ).toEqual(["matched on email · 2 credits · fetched", "just now"])
  })

  it("says if nothing confirms whom the record is about", () => {
    expect(
      outcome(screen, { ...lookup, matchedOn: [] }, now)
        .split("\n")
        .slice(-2)
    ).toEqual([
      "Nothing in the record confirms that this is the right person or company.",
      "2 credits · fetched just now"
    ])
  })

  it("says a price for what it is, and an unknown charge", () => {
    expect(lastLine({ ...lookup, credits: { charged: 1, basis: "price" } })).toContain("up to 1 credit ·")
    expect(lastLine({ ...lookup, credits: { charged: "unknown", basis: "price" } })).toContain("credits unknown")
  })

  it("without a match is one line and what it cost", () => {
    const miss = { ...lookup, match: false, record: null, matchedOn: [], credits: { charged: 0, basis: "price" } }
    expect(outcome(screen, miss, now).split("\n")).toEqual(["No match.", "", "0 credits · fetched just now"])
  })

  it("of another shape is shown as it is", () => {
    expect(outcome(screen, { status: 200, body: { a: 1 } }, now).split("\n")).toEqual(["Status  200", "Body", "  A  1"])
    expect(outcome(screen, [1, 2], now)).toContain("1")
  })
})
