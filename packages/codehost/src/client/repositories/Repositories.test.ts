import { describe, expect, it } from "vitest"

import { clients, reasonOf } from "../../../tests/clients.ts"

const { client, calls, control } = clients()

describe("a repository", () => {
  it("is created for the token's owner or an organization, once", async () => {
    const { repositories } = await client()
    const own = await repositories.create({ name: "made", private: true, auto_init: true, description: "By a test" })
    expect(own).toMatchObject({ full_name: "mona/made", private: true, description: "By a test" })
    expect(await repositories.create({ name: "made", org: "acme" })).toMatchObject({ full_name: "acme/made" })
    expect(await repositories.get({ owner: "mona", repo: "made" })).toMatchObject({ id: own.id })
    expect(await reasonOf(repositories.create({ name: "made" }))).toMatchObject({ _tag: "Conflict" })
  })

  it("is starred", async () => {
    const { repositories } = await client()
    const gadgets = { owner: "acme", repo: "gadgets" }
    expect(await repositories.isStarred(gadgets)).toEqual({ starred: false })
    expect(await repositories.star(gadgets)).toEqual({ starred: true })
    expect(await repositories.isStarred(gadgets)).toEqual({ starred: true })
  })

  it.each([
    [{ name: "a/b" }, "name"],
    [{ name: "a", org: ".." }, "org"]
  ])("is not created as %j", async (invalidInput, field) => {
    const { repositories } = await client()
    expect(await reasonOf(repositories.create(invalidInput))).toMatchObject({ _tag: "Invalid", fields: [{ field }] })
    expect(await calls()).toEqual([])
  })
})

it("lists the own repositories with a notice if an organization's single sign-on withholds some", async () => {
  const { repositories } = await client()
  const all = await repositories.page({ per_page: 100 })
  expect(all).not.toHaveProperty("notice")
  await control("/policies", { account: "acme", singleSignOn: true })
  const page = await repositories.page({ per_page: 100 })
  expect(page.items.length).toBeLessThan(all.items.length)
  expect(page.notice).toMatch(/^What belongs to an organization is left out: authorize the token/)
})
