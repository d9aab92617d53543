import { describe, expect, it } from "vitest"

import { clients, reasonOf, widgets } from "../../tests/clients.ts"

const { client, calls } = clients()

describe("a collaborator", () => {
  it("is invited, changed without an invitation if possible, and removed", async () => {
    const { collaborators } = await client()
    const outcomes = new Set<string>()
    for (const username of ["edsger", "ada"]) {
      const change = await collaborators.put({ ...widgets, username, permission: "push" })
      expect(change.outcome === "invited").toBe(change.invitation !== undefined)
      outcomes.add(change.outcome)
    }
    expect(outcomes).toEqual(new Set(["invited", "updated"]))
    expect(await collaborators.permission({ ...widgets, username: "ada" })).toMatchObject({
      permission: expect.any(String),
      user: { login: "ada" }
    })
    expect(await collaborators.delete({ ...widgets, username: "edsger" })).toEqual({ removed: true })
  })

  it.each([
    [{ permission: "write" as never }, "permission"],
    [{ username: "a/b" }, "username"]
  ])("is not changed by %j", async (invalidInput, field) => {
    const { collaborators } = await client()
    const change = { ...widgets, username: "hubot", permission: "push", ...invalidInput } as const
    expect(await reasonOf(collaborators.put(change))).toMatchObject({ _tag: "Invalid", fields: [{ field }] })
    expect(await calls()).toEqual([])
  })
})
