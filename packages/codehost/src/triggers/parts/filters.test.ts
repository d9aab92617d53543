import { describe, expect, it } from "vitest"

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
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
