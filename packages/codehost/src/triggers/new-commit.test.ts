import { expect, it } from "vitest"

import { alteredMatch, exampleOf } from "../../tests/events.ts"
import { newCommit } from "./new-commit.ts"

const match = alteredMatch(newCommit, "new-commit")

it("is one event for each commit of a push, in order", () => {
  expect(match().map(({ data }) => [data.sha.slice(0, 1), data.branch, data.paths])).toEqual([
    ["c", "feature/oil/fast", ["README.md"]],
    ["d", "feature/oil/fast", ["src/a/b.ts"]]
  ])
})

it("does not fire again for a commit that another branch has", () => {
  const { commits } = exampleOf("new-commit").body
  expect(match({ commits: [{ ...commits[0], distinct: false }, commits[1]] })).toHaveLength(1)
  const elsewhere = match({ ref: "refs/heads/main" })
  expect(elsewhere.map(({ key }) => key)).toEqual(match().map(({ key }) => key))
})

it("does not fire for a pushed tag or a deletion", () => {
  expect(match({ ref: "refs/tags/v1" })).toEqual([])
  expect(match({ deleted: true, commits: [], after: "0".repeat(40) })).toEqual([])
})

it("is filtered by path", () => {
  const verdicts = match().map((occurrence) => newCommit.accepts({ path: "src/**" }, occurrence))
  expect(verdicts).toEqual(["The path is README.md, not src/**.", true])
})
