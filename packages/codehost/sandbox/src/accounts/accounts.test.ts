import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor()

test("the own account, others, organizations", async () => {
  expect((await ask("/user")).body).toMatchObject({
    login: "mona",
    type: "User",
    owned_private_repos: 0,
    user_view_type: "private"
  })
  expect((await ask("/users/ADA")).body).toMatchObject({ login: "ada", public_repos: 0 })
  expect((await ask("/users/acme")).body).toMatchObject({ login: "acme", type: "Organization" })
  expect((await ask("/orgs/acme")).body).toMatchObject({ login: "acme", public_repos: 2 })
  for (const path of ["/users/nobody", "/orgs/mona"]) expect((await ask(path)).status).toBe(404)
})

test("members of organizations", async () => {
  expect(objects((await ask("/user/orgs")).body).map(({ login }) => login)).toEqual(["acme"])
  expect(objects((await ask("/users/linus/orgs")).body).map(({ login }) => login)).toEqual(["initech"])
  const members = objects((await ask("/orgs/acme/members")).body)
  expect(members.map(({ login }) => login)).toEqual(["mona", "ada", "grace", "barbara"])
})

test("node ids match their accounts, and are distinct", async () => {
  const { body } = await ask("/orgs/acme/members")
  const ids = new Set(objects(body).map((member) => at(member, "node_id")))
  expect([ids.size, ids.has("U_kgDOAAAAAQ")]).toEqual([4, true])
})
