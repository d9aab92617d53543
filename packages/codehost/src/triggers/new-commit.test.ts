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

it("happens when it is pushed, however old it is", () => {
  const pushed = match({ repository: { pushed_at: 1_780_000_000 } })
  expect(new Set(pushed.map(({ at }) => at))).toEqual(new Set(["2026-05-28T20:26:40Z"]))
})

const accepted = (filters: object, occurrences: ReturnType<typeof match>) =>
  occurrences.filter((one) => newCommit.accepts(filters, one) === true).map(({ key }) => key)

it("does not fire again for a commit that another branch has, unless a filter names the branch", () => {
  const { commits } = exampleOf("new-commit").body
  const [first = "", second = ""] = match().map(({ key }) => key)
  const merged = match({ ref: "refs/heads/main", commits: [{ ...commits[0], distinct: false }, commits[1]] })
  expect(accepted({}, merged)).toEqual([second])
  expect(accepted({ branch: "main" }, merged)).toEqual([`${first} main`, second])
  expect(accepted({ branch: "release/*" }, merged)).toEqual([])
  expect(match({ ref: "refs/heads/main" }).map(({ key }) => key)).toEqual([first, second])
})

it("fires once for what a merge queue merges, and never on its temporary branches", () => {
  const { commits } = exampleOf("new-commit").body
  const queue = { ref: "refs/heads/gh-readonly-queue/main/pr-1-abc" }
  expect(match(queue)).toEqual([])
  const [own, merge] = [
    { ...commits[0], distinct: false, committer: { username: "ada" } },
    { ...commits[1], distinct: false, committer: { username: "web-flow" } }
  ]
  const [first = "", second = ""] = match().map(({ key }) => key)
  const login = "github-merge-queue[bot]"
  for (const by of [{ sender: { login, id: 3, type: "Bot" } }, { sender: null, pusher: { name: login } }]) {
    const merged = match({ ref: "refs/heads/main", ...by, commits: [own, merge] })
    expect(accepted({}, merged)).toEqual([second])
    expect(accepted({ branch: "main" }, merged)).toEqual([`${first} main`, second])
  }
})

it("does not fire for a pushed tag or a deletion", () => {
  expect(match({ ref: "refs/tags/v1" })).toEqual([])
  expect(match({ deleted: true, commits: [], after: "0".repeat(40) })).toEqual([])
})

it("has its author's login, or the name of one without an account, and the files that it removed", () => {
  const { commits } = exampleOf("new-commit").body
  const [first, second] = match({
    commits: [
      { ...commits[0], author: { name: "Ada L.", username: "ada" }, removed: ["old.md"] },
      { ...commits[1], author: { name: "Linus" } }
    ]
  })
  expect(first.data).toMatchObject({ author: "ada", paths: ["README.md", "old.md"] })
  expect(second.data.author).toBe("Linus")
})

it("is filtered by path", () => {
  const verdicts = match().map((occurrence) => newCommit.accepts({ path: "src/**" }, occurrence))
  expect(verdicts).toEqual(["The path is README.md, not src/**.", true])
})
