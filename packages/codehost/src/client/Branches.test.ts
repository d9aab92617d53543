import { describe, expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../tests/clients.ts"

const { client, calls } = clients()
const server = answers()

describe("a branch", () => {
  it("is created from the default branch, whatever its name, and read back", async () => {
    const { branches, repositories } = await client()
    const { default_branch } = await repositories.get(widgets)
    const record = await branches.create({ ...widgets, branch: "feature/x/y" })
    expect(record).toMatchObject({ name: "feature/x/y", ref: "refs/heads/feature/x/y", source: default_branch })
    expect(await branches.get({ ...widgets, branch: "feature/x/y" })).toMatchObject({ commit: { sha: record.sha } })
  })

  it("is created from a branch with slashes, or from a commit", async () => {
    const { branches } = await client()
    const { commit } = await branches.get({ ...widgets, branch: "feature/a/b" })
    expect(await branches.create({ ...widgets, branch: "one", source: "feature/a/b" })).toMatchObject({
      sha: commit.sha,
      source: "feature/a/b"
    })
    const two = await branches.create({ ...widgets, branch: "two", sha: commit.sha })
    expect(two).toMatchObject({ sha: commit.sha })
    expect(two).not.toHaveProperty("source")
  })

  it("that does not exist is reported with similar names", async () => {
    const { branches } = await client()
    const reasonOfMissing = {
      _tag: "NotFound",
      what: expect.stringContaining("mian"),
      known: expect.arrayContaining(["main"])
    }
    expect(await reasonOf(branches.get({ ...widgets, branch: "mian" }))).toMatchObject(reasonOfMissing)
    expect(await reasonOf(branches.create({ ...widgets, branch: "b", source: "mian" }))).toMatchObject(reasonOfMissing)
    expect((await calls()).filter(({ method }) => method !== "GET")).toEqual([])
  })

  it("of a missing repository is not looked up among its branches", async () => {
    const { branches } = await client()
    const reason = await reasonOf(branches.get({ owner: "acme", repo: "none", branch: "main" }))
    expect(reason).toMatchObject({ _tag: "NotFound" })
    expect(reason).not.toHaveProperty("known")
  })

  it("that exists is a Conflict", async () => {
    const { branches } = await client()
    expect(await reasonOf(branches.create({ ...widgets, branch: "feature/a/b" }))).toMatchObject({
      _tag: "Conflict",
      what: expect.stringContaining("already has a branch feature/a/b")
    })
  })

  it.each([
    [409, "Git Repository is empty.", /is empty.*first file/, { to: "changeState" }],
    [409, "Another update is under way.", /Another update is under way/, { to: "readAgain" }]
  ])("that cannot be created (%i %s) is not reported as existing", async (status, message, what, remedy) => {
    const { branches } = await client({ baseUrl: `${server.origin()}/api` })
    server.answer(() => ({ status, body: { message } }))
    const sha = "1".repeat(40)
    for (const start of [{ sha }, { source: "main" }]) {
      const reason = await reasonOf(branches.create({ ...widgets, branch: "b", ...start }))
      expect(reason).toMatchObject({ _tag: "Conflict", what: expect.stringMatching(what) })
      expect(reason.what).not.toContain("already")
      expect(reason.remedy).toEqual(remedy)
    }
  })

  it("cannot start at two places", async () => {
    const { branches } = await client()
    const reason = await reasonOf(branches.create({ ...widgets, branch: "b", source: "main", sha: "1".repeat(40) }))
    expect(reason).toMatchObject({ _tag: "Invalid", what: expect.stringContaining("source and sha") })
    expect(await calls()).toEqual([])
  })

  it("is not created with a name that git refuses, nor from a short hash", async () => {
    const { branches } = await client()
    const reason = await reasonOf(branches.create({ ...widgets, branch: "a..b", sha: "abc" }))
    expect(reason._tag === "Invalid" && reason.fields.map(({ field }) => field)).toEqual(["branch", "sha"])
    expect(await calls()).toEqual([])
  })
})
