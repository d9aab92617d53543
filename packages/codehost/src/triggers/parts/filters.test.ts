import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { newIssue } from "../new-issue.ts"
import { paths, refs, texts, type Filter } from "./filters.ts"

type TextFilter = (noun: string, description: string, of: (text: string) => string) => Filter<string>

const accepts = (filter: TextFilter, pattern: string, text: string): boolean =>
  filter("name", "", (name) => name).judge(pattern)(text) === true

describe("a pattern", () => {
  it.each<[TextFilter, string, string]>([
    [texts, "main", "Main"],
    [texts, "*", ""],
    [texts, "*crash*", "A crash\nat the start"],
    [texts, "*crash*", "The crash in src/start.ts"],
    [texts, "area/*", "area/ui/menu"],
    [texts, "*.*+(a)", "x.y+(A)"],
    [paths, "release/*", "release/1.0"],
    [paths, "**.md", "docs/a/b.md"],
    [paths, "src/**/*.ts", "src/a/b/c.ts"],
    [paths, "**a*b", "a/ab"],
    [refs, "refs/heads/release/*", "release/1.0"]
  ])("of %o: %s matches %j", (filter, pattern, text) => expect(accepts(filter, pattern, text)).toBe(true))

  it.each<[TextFilter, string, string]>([
    [texts, "main", "maintenance"],
    [texts, "main", "remain"],
    [texts, "a*a", "a"],
    [texts, "a.c", "abc"],
    [paths, "*.md", "docs/a.md"],
    [paths, "src/**/*.ts", "src/a.ts"],
    [refs, "release/*", "release/1/2"]
  ])("of %o: %s does not match %j", (filter, pattern, text) => expect(accepts(filter, pattern, text)).toBe(false))

  it("with many stars is compared at once with a text that almost matches it", () => {
    const start = performance.now()
    expect(accepts(texts, `${"*a".repeat(4)}*b`, "a".repeat(200))).toBe(false)
    expect(accepts(texts, "**a**b**c".repeat(20), "abc".repeat(2_000))).toBe(true)
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
