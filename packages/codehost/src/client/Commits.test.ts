import { describe, expect, it } from "vitest"

import { clients, widgets } from "../../tests/clients.ts"

const { client, calls } = clients()

describe("a commit", () => {
  it.each([
    ["none", false, false],
    ["stats", true, false],
    [undefined, true, false],
    ["patch", true, true]
  ] as const)("is read in as much detail as asked for: %s", async (detail, stats, patch) => {
    const { commits } = await client()
    const commit = await commits.get({ ...widgets, ref: "feature/a/b", ...(detail !== undefined && { detail }) })
    expect("stats" in commit).toBe(stats)
    expect("files" in commit).toBe(stats)
    expect(commit.files?.some((file) => file.patch != null) ?? false).toBe(patch)
  })

  it("is listed by branch, path and author", async () => {
    const { commits } = await client()
    const { items } = await commits.page({ ...widgets, sha: "feature/a/b", path: "/README.md", author: "mona" })
    expect(items.length).toBeGreaterThan(0)
    expect((await calls())[0]?.query).toBe("sha=feature%2Fa%2Fb&author=mona&path=README.md&per_page=30")
  })
})
