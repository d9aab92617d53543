import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrong, get } = stepWorld("codehost_get_repository_info")

it("tells of a repository what the service does", async () => {
  const told = await get("/repos/acme/widgets")
  expect(await run(widgets)).toMatchObject({
    id: told.id,
    full_name: "acme/widgets",
    default_branch: "main",
    stargazers_count: told.stargazers_count,
    permissions: told.permissions
  })
})

it("says that one is missing or hidden", async () => {
  const missing = await reason({ owner: "acme", repo: "nothing-here" })
  expect(missing._tag).toBe("NotFound")
  expect(missing.fix).toMatch(/token reaches/)
})

it.each([
  [{ owner: "acme/widgets", repo: "x" }, ["owner"]],
  [{ owner: "acme", repo: "a/b" }, ["repo"]],
  [{ owner: "..", repo: "." }, ["owner", "repo"]],
  [{ owner: "acme", repo: "%2e%2e" }, ["repo"]],
  [{ owner: "acme" }, ["repo"]]
])("refuses %j", async (input, fields) => expect([...(await wrong(input))].sort()).toEqual(fields))
