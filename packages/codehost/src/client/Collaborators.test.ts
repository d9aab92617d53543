import { describe, expect, it } from "vitest"

import { clients, reasonOf, widgets } from "../../tests/clients.ts"

const { client, calls, control } = clients()

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

  it("has the permission that the service reports, with a notice if it is another one than was asked for", async () => {
    const { collaborators } = await client()
    const given = await collaborators.put({ ...widgets, username: "ada", permission: "triage" })
    expect(given).toEqual({ outcome: "updated", permission: "triage" })
    const dotfiles = { owner: "mona", repo: "dotfiles", username: "ada" }
    const invited = await collaborators.put({ ...dotfiles, permission: "admin" })
    expect(invited).toMatchObject({
      outcome: "invited",
      permission: "write",
      notice: expect.stringContaining("not admin")
    })
    const { token } = await control("/tokens", { login: "ada", kind: "classic", scopes: ["repo", "repo:invite"] })
    await (
      await client({ token })
    ).call({
      operation: "test",
      method: "PATCH",
      endpoint: `/user/repository_invitations/${invited.invitation?.id}`
    })
    expect(await collaborators.put({ ...dotfiles, permission: "pull" })).toEqual({
      outcome: "updated",
      permission: "write",
      notice: expect.stringContaining("has the permission write, not pull")
    })
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
