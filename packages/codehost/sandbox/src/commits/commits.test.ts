import { expect, test } from "vitest"

import { at, linksOf, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor()

const widgets = "/repos/acme/widgets"
const subjects = async (query: string) =>
  objects((await ask(`${widgets}/commits?${query}`)).body).map((commit) => at(commit, "commit", "message"))

test("the default branch's history, newest first, in pages", async () => {
  expect((await subjects("")).slice(0, 2)).toEqual(["Bump to 1.2.0", "Run at night"])
  const page = await ask(`${widgets}/commits?per_page=3`)
  expect([objects(page.body).length, Object.keys(linksOf(page))]).toEqual([3, ["next", "last"]])
})

test.each([
  ["sha=feature/a/b&per_page=1", ["Glow less at night"]],
  ["sha=v1.0.0&per_page=1", ["Turn widgets the right way round"]],
  ["path=src/widget.ts", ["Turn widgets the right way round", "Add the first widget"]],
  ["path=docs", ["Document how to turn a widget\n\nWith an example that runs."]],
  ["author=grace", ["Turn widgets the right way round"]],
  ["author=grace@codehost.example", ["Turn widgets the right way round"]],
  ["since=2025-09-01T09:00:00Z&until=2026-01-12T16:45:00Z", ["Run at night", "Add the catalogue"]],
  ["author=nobody", []]
])("%s", async (query, expected) => expect(await subjects(query)).toEqual(expected))

test("an unknown branch, and an empty repository", async () => {
  expect((await ask(`${widgets}/commits?sha=nothing`)).status).toBe(404)
  const empty = await ask("/repos/mona/empty/commits")
  expect([empty.status, at(empty.body, "message")]).toEqual([409, "Git Repository is empty."])
  const unknown = await ask(`${widgets}/commits/${"0".repeat(40)}`)
  expect([unknown.status, at(unknown.body, "message")]).toEqual([422, `No commit found for SHA: ${"0".repeat(40)}`])
})

test("a commit by branch, tag, SHA and short SHA, with its changes", async () => {
  const { body } = await ask(`${widgets}/commits/fix-turning`)
  expect(body).toMatchObject({
    commit: { message: "Turn half a time", author: { name: "Grace Example" } },
    author: { login: "grace" },
    stats: { additions: 1, deletions: 1, total: 2 },
    files: [{ filename: "src/widget.ts", status: "modified", additions: 1, deletions: 1, changes: 2 }]
  })
  expect(at(body, "files", 0, "patch")).toMatch(/^@@ -1,2 \+1,2 @@\n \/\*\* Turns/)
  const sha = String(at(body, "sha"))
  for (const name of [sha, sha.slice(0, 8), "heads/fix-turning"]) {
    expect(at((await ask(`${widgets}/commits/${name}`)).body, "sha")).toBe(sha)
  }
  expect(at((await ask(`${widgets}/commits/v1.0.0`)).body, "commit", "message")).toBe(
    "Turn widgets the right way round"
  )
  expect(at((await ask(`${widgets}/git/commits/${sha}`)).body, "tree", "sha")).toBe(at(body, "commit", "tree", "sha"))
})

test("a commit as diff, as patch, as SHA", async () => {
  const as = (type: string) =>
    ask(`${widgets}/commits/fix-turning`, { headers: { accept: `application/vnd.github.${type}` } })
  const diff = await as("diff")
  expect(diff.headers.get("content-type")).toBe("application/vnd.github.diff; charset=utf-8")
  expect(diff.text).toMatch(/^diff --git a\/src\/widget.ts b\/src\/widget.ts\nindex /)
  expect((await as("patch")).text).toMatch(/^From [0-9a-f]{40} .*\nFrom: Grace Example <grace@codehost.example>\n/)
  expect((await as("sha")).text).toMatch(/^[0-9a-f]{40}$/)
})

test("two branches compared: ahead and behind, and differences since the merge base", async () => {
  const { body } = await ask(`${widgets}/compare/fix-turning...feature/a/b`)
  expect(body).toMatchObject({ status: "diverged", ahead_by: 2, behind_by: 1, total_commits: 2 })
  expect(objects(at(body, "commits")).map((commit) => at(commit, "commit", "message"))).toEqual([
    "Widgets that glow",
    "Glow less at night"
  ])
  expect(objects(at(body, "files")).map(({ filename, status }) => [filename, status])).toEqual([
    ["README.md", "modified"],
    ["src/glow.ts", "added"]
  ])
  expect(at((await ask(`${widgets}/compare/main...main`)).body, "status")).toBe("identical")
  expect(at((await ask(`${widgets}/compare/docs%2Ftypos...main`)).body, "status")).toBe("behind")
  expect((await ask(`${widgets}/compare/main...nothing`)).status).toBe(404)
})
