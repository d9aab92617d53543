import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { newIssue } from "../new-issue.ts"
import { texts } from "./filters.ts"

const accepts = (pattern: string, text: string): boolean =>
  texts<string>("title", "", (title) => title).judge(pattern)(text) === true

describe("a pattern", () => {
  it.each([
    ["main", "Main"],
    ["*", ""],
    ["*crash*", "A crash\nat the start"],
    ["release/*", "release/1.0"],
    ["**.md", "docs/a/b.md"],
    ["src/**/*.ts", "src/a/b/c.ts"],
    ["**a*b", "a/ab"],
    ["*.*+(a)", "x.y+(A)"]
  ])("%s matches %j", (pattern, text) => expect(accepts(pattern, text)).toBe(true))

  it.each([
    ["main", "maintenance"],
    ["main", "remain"],
    ["*.md", "docs/a.md"],
    ["release/*", "release/1/2"],
    ["src/**/*.ts", "src/a.ts"],
    ["a*a", "a"],
    ["a.c", "abc"]
  ])("%s does not match %j", (pattern, text) => expect(accepts(pattern, text)).toBe(false))

  it("with many stars is compared at once with a text that almost matches it", () => {
    const start = performance.now()
    expect(accepts(`${"*a".repeat(4)}*b`, "a".repeat(200))).toBe(false)
    expect(accepts("**a**b**c".repeat(20), "abc".repeat(2_000))).toBe(true)
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})

describe("patterns", () => {
  const problemsOf = (filters: unknown) => {
    const result = newIssue.read({ target: { owner: "acme", repo: "widgets" }, filters })
    return Result.isFailure(result) && result.failure.reason._tag === "Invalid" ? result.failure.reason.fields : []
  }

  it("as long and as many as anybody needs are taken", () => {
    expect(
      problemsOf({ title: "x".repeat(300), label: Array.from({ length: 100 }, (_, at) => `label ${at}`) })
    ).toEqual([])
  })

  it("that are longer or more are refused beside their field", () => {
    expect(problemsOf({ title: "*".repeat(301) })).toEqual([
      { field: "filters.title", message: "must have at most 300 characters" }
    ])
    expect(problemsOf({ title: ["a", "x".repeat(1_000_000)] })).toEqual([
      { field: "filters.title.1", message: "must have at most 300 characters" }
    ])
    expect(problemsOf({ label: Array.from({ length: 101 }, () => "bug") })).toEqual([
      { field: "filters.label", message: "must have at most 100 values" }
    ])
  })
})
