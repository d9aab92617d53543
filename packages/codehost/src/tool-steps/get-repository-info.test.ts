import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_get_repository_info")

it("returns the same facts as the service", async () => {
  const record = await get("/repos/acme/widgets")
  expect(await run(widgets)).toMatchObject({
    id: record.id,
    full_name: "acme/widgets",
    default_branch: "main",
    stargazers_count: record.stargazers_count,
    permissions: record.permissions
  })
})

it("reports a missing or hidden repository", async () => {
  const reasonOfMissing = await reason({ owner: "acme", repo: "nothing-here" })
  expect(reasonOfMissing._tag).toBe("NotFound")
  expect(reasonOfMissing.remedy).toEqual({ to: "checkNames" })
})

it.each([
  [{ owner: "acme/widgets", repo: "x" }, ["owner"]],
  [{ owner: "acme", repo: "a/b" }, ["repo"]],
  [{ owner: "..", repo: "." }, ["owner", "repo"]],
  [{ owner: "acme", repo: "%2e%2e" }, ["repo"]],
  [{ owner: "acme" }, ["repo"]]
])("refuses %j", async (input, fields) => expect([...(await wrongFields(input))].sort()).toEqual(fields))
