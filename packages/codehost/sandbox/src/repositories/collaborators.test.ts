import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()

const people = "/repos/acme/widgets/collaborators"
const put = (login: string, permission?: string) =>
  ask(`${people}/${login}`, { method: "PUT", body: permission === undefined ? {} : { permission } })
const role = async (login: string) => {
  const { body } = await ask(`${people}/${login}/permission`)
  return [at(body, "permission"), at(body, "role_name")]
}

test("everyone's permission, in the old and the new terms", async () => {
  expect(await role("mona")).toEqual(["admin", "admin"])
  expect(await role("ada")).toEqual(["write", "maintain"])
  expect(await role("hubot")).toEqual(["write", "write"])
  expect(await role("grace")).toEqual(["read", "triage"])
  expect(await role("linus")).toEqual(["read", "read"])
  const gadgets = await ask("/repos/acme/gadgets/collaborators/linus/permission")
  expect([at(gadgets.body, "permission"), at(gadgets.body, "role_name")]).toEqual(["none", "none"])
  expect((await ask(`${people}/nobody/permission`)).status).toBe(404)
})

test("an outsider is invited, and becomes a collaborator on acceptance", async () => {
  const answer = await put("linus", "maintain")
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    invitee: { login: "linus" },
    inviter: { login: "mona" },
    permissions: "maintain"
  })
  expect((await ask(`${people}/linus`)).status).toBe(404)
  expect(objects((await ask("/repos/acme/widgets/invitations")).body).length).toBe(1)
  const token = String(at((await control("/tokens", { login: "linus", scopes: ["repo"] })).body, "token"))
  const invitation = `/user/repository_invitations/${String(at(answer.body, "id"))}`
  expect((await ask(invitation, { method: "PATCH" })).status).toBe(404)
  expect((await ask(invitation, { method: "PATCH", token })).status).toBe(204)
  expect((await ask(`${people}/linus`)).status).toBe(204)
  expect(await role("linus")).toEqual(["write", "maintain"])
})

test("an existing collaborator gets a new role immediately", async () => {
  expect((await put("hubot", "admin")).status).toBe(204)
  expect(await role("hubot")).toEqual(["admin", "admin"])
  expect((await put("barbara", "triage")).status).toBe(204)
  expect(await role("barbara")).toEqual(["read", "triage"])
  expect((await put("hubot")).status).toBe(204)
  expect(await role("hubot")).toEqual(["write", "write"])
})

test.each(["read", "write", "owner", "none", "PUSH"])("the permission %s: 422", async (permission) => {
  const { body, status } = await put("linus", permission)
  expect([status, at(body, "errors", 0, "field")]).toEqual([422, "permission"])
})

test("removing somebody also cancels their invitation; removing nobody is not an error", async () => {
  await put("linus")
  for (const login of ["hubot", "linus", "linus"]) {
    expect((await ask(`${people}/${login}`, { method: "DELETE" })).status).toBe(204)
  }
  expect(await role("hubot")).toEqual(["read", "read"])
  expect((await ask("/repos/acme/widgets/invitations")).body).toEqual([])
})

test("collaborators, and their affiliation", async () => {
  const logins = async (query: string) => objects((await ask(`${people}?${query}`)).body).map(({ login }) => login)
  expect(await logins("")).toEqual(["mona", "ada", "grace", "barbara", "hubot"])
  expect(await logins("affiliation=outside")).toEqual(["hubot"])
  expect(await logins("permission=push")).toEqual(["mona", "ada", "hubot"])
})
