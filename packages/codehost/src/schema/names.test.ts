import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import * as Names from "./names.ts"
import { paging } from "./Page.ts"
import { dateRange } from "./run-filters.ts"

const table: ReadonlyArray<
  readonly [
    name: string,
    schema: Schema.Codec<unknown, unknown>,
    good: ReadonlyArray<unknown>,
    bad: ReadonlyArray<unknown>
  ]
> = [
  [
    "name",
    Names.name(),
    ["acme", ".github", "a_b-c.d", "a..b"],
    ["", ".", "..", "a/b", "a b", "a%2Fb", "é", "a\n", "x".repeat(101), 1, undefined]
  ],
  ["login", Names.login(), ["mona", "dependabot[bot]", "a_corp"], ["", "a/b", "..", "[bot]", "a[bot]b"]],
  [
    "number",
    Names.positive(),
    [1, 2 ** 53 - 1],
    [0, -1, 1.5, "12", "12a", Number.NaN, Infinity, 2 ** 53, null, undefined]
  ],
  ["page size", paging.per_page, [1, 100], [0, 101, "30"]],
  ["text", Names.text(), ["a"], ["", " \n", 1]],
  ["sha", Names.sha(), ["0123456789abcdef0123456789ABCDEF01234567"], ["0123", "main", "g".repeat(40)]],
  [
    "time",
    Names.time(),
    ["2026-01-31", "2026-01-31T12:00:00Z", "2028-02-29"],
    ["yesterday", "2026-13-01", "2026-02-29", "2026-09-31T12:00:00Z", ""]
  ],
  [
    "workflow",
    Names.workflowId(),
    [7, "161335", "ci.yml", ".github/workflows/ci.yaml", "my workflow.yml", "CI (old).yml", "größe #1.yml"],
    ["ci", "../ci.yml", "a/b.yml", "a\\b.yml", "a\n.yml", "\ud800.yml", ".yml", 0, "0", "-1", "1e3", "ci.yml/runs"]
  ],
  [
    "project item",
    Names.projectItemId(),
    [7, "7", "1234567", "PVTI_lADO=/+"],
    [0, 1.5, "0", "007", "1234567890123456", "a b c", ""]
  ],
  ["milestone", Names.milestone(), [1, "none", "*"], [0, "", null]],
  ["milestone to set", Names.milestoneOrNone(), ["12", "none"], [1, "-1", "1.5", "", "0", "*", "v1", null]],
  ["gist", Names.gistId(), ["0a1b2c"], ["", "../x", "a b"]],
  [
    "path",
    Names.path(),
    ["", "/", "a/b", "/a/b/", "a..b/.env", "x y#?.txt"],
    ["..", "a/../b", "a/./b", "a//b", "//a", "a\\b", "a\u0000", "\ud800", 7]
  ],
  ["file path", Names.filePath(), ["a.txt", "/a/b.txt"], ["", "/", "a/", "../a", undefined]],
  [
    "branch",
    Names.branch(),
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
  ["ref", Names.ref(), ["refs/heads/main", "v1", "0123456"], ["a b", "main..dev"]],
  ["head", Names.head(), ["feature/a/b", "mona:feature/a/b"], ["mona:", ":main", "a/b:main", "mona:a:b"]],
  [
    "date range",
    dateRange(),
    ["2026-01-01", ">=2026-01-01", "*..2026-01-01"],
    ["", "soon", "2026-02-01..2026-01-01", "2026-02-01..2026-02-30"]
  ]
]

describe.each(table)("%s", (_, schema, good, bad) => {
  const decode = Schema.decodeUnknownResult(schema)
  it.each(good.map((value) => [value]))("may be %j", (value) => expect(Result.isSuccess(decode(value))).toBe(true))
  it.each(bad.map((value) => [value]))("may not be %j", (value) => expect(Result.isFailure(decode(value))).toBe(true))
})

it.each([Names.branch, Names.positive, Names.workflowId])(
  "shows agents its description and not its rule",
  (schemaOf) => {
    const { schema } = Schema.toJsonSchemaDocument(schemaOf("What it is for"))
    expect(schema).toMatchObject({ description: "What it is for" })
    expect(JSON.stringify(schema)).not.toMatch(/pattern|exclusive/)
  }
)
