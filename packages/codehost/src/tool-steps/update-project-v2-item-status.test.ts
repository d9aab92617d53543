import { expect, it } from "vitest"

import { stepWorld } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_update_project_v2_item_status")
const OPTIONS = ["Todo", "In Progress", "Done"]

it.each([
  [{ owner: "acme", project_number: 1 }, "/orgs/acme"],
  [{ owner: "mona", project_number: 2 }, "/users/mona"]
])("sets the status of an item of %j by name, in any letter case", async (project, owner) => {
  const items = `${owner}/projectsV2/${project.project_number}/items`
  const [{ id }] = await get(items)
  const fields = await get(`${owner}/projectsV2/${project.project_number}/fields`)
  const field = fields.find(({ name }: { name: string }) => name === "Status").id
  for (const status of OPTIONS) {
    expect(await run({ ...project, item_id: id, status: status.toLowerCase() })).toMatchObject({ status, item_id: id })
    expect(JSON.stringify(await get(`${items}/${id}?fields=${field}`))).toContain(`"${status}"`)
  }
})

it("takes an item's number as text, too, and its node id", async () => {
  const [{ id, node_id: node }] = await get("/orgs/acme/projectsV2/1/items")
  const change = { owner: "acme", project_number: 1, status: "Done" }
  expect(await run({ ...change, item_id: String(id) })).toMatchObject({ item_id: id, via: "rest" })
  expect(await run({ ...change, item_id: node })).toMatchObject({ item_id: node, via: "graphql" })
})

it("names the existing statuses", async () => {
  const [{ id }] = await get("/orgs/acme/projectsV2/1/items")
  expect(await reason({ owner: "acme", project_number: 1, item_id: id, status: "Doing" })).toMatchObject({
    _tag: "NotFound",
    known: expect.arrayContaining(OPTIONS)
  })
})

it("says that a project or item is missing", async () => {
  expect((await reason({ owner: "acme", project_number: 99, item_id: 1, status: "Done" }))._tag).toBe("NotFound")
  expect((await reason({ owner: "acme", project_number: 1, item_id: 999_999, status: "Done" }))._tag).toBe("NotFound")
})

it.each([
  [{ owner: "a/b", project_number: 1, item_id: 1, status: "Done" }, ["owner"]],
  [{ owner: "acme", project_number: 0, item_id: 1, status: "Done" }, ["project_number"]],
  [{ owner: "acme", project_number: 1, item_id: 0, status: "Done" }, ["item_id"]],
  [{ owner: "acme", project_number: 1, item_id: 1, status: "" }, ["status"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
