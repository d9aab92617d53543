import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import * as rules from "./inputs.ts"

const table: ReadonlyArray<
  readonly [name: string, rule: rules.Rule, good: ReadonlyArray<unknown>, bad: ReadonlyArray<unknown>]
> = [
  [
    "name",
    rules.name,
    ["acme", ".github", "a_b-c.d", "a..b"],
    ["", ".", "..", "a/b", "a b", "a%2Fb", "é", "a\n", "x".repeat(101), 1, undefined]
  ],
  ["login", rules.login, ["mona", "dependabot[bot]", "a_corp"], ["", "a/b", "..", "[bot]", "a[bot]b"]],
  [
    "number",
    rules.positive,
    [1, 2 ** 53 - 1],
    [0, -1, 1.5, "12", "12a", Number.NaN, Infinity, 2 ** 53, null, undefined]
  ],
  ["page size", rules.perPage, [1, 100], [0, 101, "30"]],
  ["text", rules.text, ["a"], ["", " \n", 1]],
  ["sha", rules.sha, ["0123456789abcdef0123456789ABCDEF01234567"], ["0123", "main", "g".repeat(40)]],
  ["time", rules.time, ["2026-01-31", "2026-01-31T12:00:00Z"], ["yesterday", "2026-13-01", ""]],
  [
    "workflow",
    rules.workflow,
    [7, "161335", "ci.yml", ".github/workflows/ci.yaml", "my workflow.yml", "CI (old).yml", "größe #1.yml"],
    ["ci", "../ci.yml", "a/b.yml", "a\\b.yml", "a\n.yml", "\ud800.yml", ".yml", 0, "0", "-1", "1e3", "ci.yml/runs"]
  ],
  [
    "path",
    rules.path,
    ["", "/", "a/b", "/a/b/", "a..b/.env", "x y#?.txt"],
    ["..", "a/../b", "a/./b", "a//b", "//a", "a\\b", "a\u0000", "\ud800", 7]
  ],
  ["file path", rules.filePath, ["a.txt", "/a/b.txt"], ["", "/", "a/", "../a", undefined]],
  [
    "branch",
    rules.branch,
    ["main", "feature/a/b", "v1.0", "a@b", "ü"],
    [
      "",
      "@",
      "a..b",
      "/a",
      "a/",
      "a//b",
      "a b",
      "a~1",
      "a^",
      "a:b",
      "a?",
      "a*",
      "a[",
      "a\\b",
      "a.lock",
      "a.lock/b",
      ".a",
      "a/.b",
      "a.",
      "a@{1}",
      "-a",
      "a\u0007",
      "refs/heads/main",
      1
    ]
  ],
  ["ref", rules.ref, ["refs/heads/main", "v1", "0123456"], ["a b", "main..dev"]],
  ["head", rules.head, ["feature/a/b", "mona:feature/a/b"], ["mona:", ":main", "a/b:main", "mona:a:b"]]
]

describe.each(table)("%s", (_, rule, good, bad) => {
  it.each(good.map((value) => [value]))("may be %j", (value) => expect(rule(value)).toBeUndefined())
  it.each(bad.map((value) => [value]))("may not be %j", (value) => expect(rule(value)).toEqual(expect.any(String)))
})

it("says all wrong fields at once, and where in a list", () => {
  const wrong = rules.check(
    "op",
    { owner: "a/b", repo: "widgets", issue_number: "12a", labels: ["a", ""] },
    {
      ...rules.repository,
      issue_number: rules.positive,
      labels: rules.optional(rules.listOf(rules.text)),
      state: rules.optional(rules.text)
    }
  )
  const { reason } = Effect.runSync(Effect.flip(wrong))
  expect(reason).toMatchObject({ _tag: "Invalid", fix: expect.stringContaining("Nothing was sent") })
  expect(reason._tag === "Invalid" && reason.fields.map(({ field }) => field)).toEqual([
    "owner",
    "issue_number",
    "labels"
  ])
  expect(reason.what).toContain("position 2")
})
