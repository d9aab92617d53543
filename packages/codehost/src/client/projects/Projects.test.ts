import { describe, expect, it } from "vitest"

import { answers } from "../../../tests/answers.ts"
import { clients, reasonOf } from "../../../tests/clients.ts"

const { client, calls, control, sandbox } = clients()
const server = answers()

/** Reads from the service itself the numbers, node ids and status of a project's items. */
const itemsOf = async (base: string) => {
  const response = await fetch(`${sandbox().urls.codehost}${base}/items?fields=${await statusField(base)}`, {
    headers: { authorization: `Bearer ${sandbox().env.INLAY_CODEHOST_TOKEN}` }
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- untyped JSON of the service
  return (await response.json()) as ReadonlyArray<any>
}

const statusField = async (base: string): Promise<number> => {
  const response = await fetch(`${sandbox().urls.codehost}${base}/fields`, {
    headers: { authorization: `Bearer ${sandbox().env.INLAY_CODEHOST_TOKEN}` }
  })
  const fields = (await response.json()) as ReadonlyArray<{ readonly id: number; readonly name: string }>
  return fields.find(({ name }) => name === "Status")?.id ?? 0
}

const projects = [
  ["an organization's", "/orgs/acme/projectsV2/1", { owner: "acme", project_number: 1 }],
  ["a user's", "/users/mona/projectsV2/2", { owner: "mona", project_number: 2 }]
] as const

describe.each(projects)("the status of an item of %s project", (_, base, itemName) => {
  it.each([
    ["by its number", "id", true, "rest"],
    ["by its node id", "node_id", true, "graphql"],
    ["by its number, where the server has no projects in REST", "id", false, "graphql"]
  ] as const)("is set by its name, %s", async (_how, key, projectsRest, via) => {
    const [, item] = await itemsOf(base)
    await control("/settings", { projectsRest })
    const set = await (await client()).projects.updateItemStatus({ ...itemName, item_id: item[key], status: "done" })
    expect(set).toEqual({ item_id: item[key], project_number: itemName.project_number, status: "Done", via })
    await control("/settings", { projectsRest: true })
    const current = (await itemsOf(base)).find(({ id }) => id === item.id)
    expect(JSON.stringify(current.fields)).toContain("Done")
  })

  it.each([true, false])("is not set to a status that the project does not have (REST: %s)", async (projectsRest) => {
    const [item] = await itemsOf(base)
    await control("/settings", { projectsRest })
    const before = (await calls()).length
    const reason = await reasonOf(
      (await client()).projects.updateItemStatus({ ...itemName, item_id: item.id, status: "In Progres" })
    )
    expect(reason).toMatchObject({
      _tag: "NotFound",
      known: ["In Progress", "Done", "Todo"],
      what: expect.stringContaining("In Progres")
    })
    expect((await calls()).slice(before).filter(({ method }) => method === "PATCH")).toEqual([])
  })
})

it("is set in another single-select field if one is named, and only in such fields", async () => {
  const [item] = await itemsOf("/orgs/acme/projectsV2/1")
  const { projects: all } = await client()
  const change = { owner: "acme", owner_type: "organization", project_number: 1, item_id: item.id } as const
  expect(await all.updateItemStatus({ ...change, field: "priority", status: "HIGH" })).toMatchObject({ status: "High" })
  expect(await reasonOf(all.updateItemStatus({ ...change, field: "Notes", status: "x" }))).toMatchObject({
    _tag: "NotFound",
    known: expect.arrayContaining(["Status", "Priority"])
  })
})

it.each([
  [{ project_number: 99, item_id: 1 }, /no project acme\/99/],
  [{ project_number: 1, item_id: 987_654 }, /no item 987654/]
])("reports what does not exist: %j", async (change, what) => {
  const { projects: all } = await client()
  const reason = await reasonOf(all.updateItemStatus({ owner: "acme", status: "Done", ...change }))
  expect(reason).toMatchObject({ _tag: "NotFound", what: expect.stringMatching(what) })
})

it("does not read through a project's items for one that REST does not have", async () => {
  const { projects: all } = await client()
  const change = { owner: "acme", owner_type: "organization", project_number: 1, item_id: 987_654 } as const
  expect(await reasonOf(all.updateItemStatus({ ...change, status: "Done" }))).toMatchObject({
    _tag: "NotFound",
    what: expect.stringContaining("not the issue's number")
  })
  expect((await calls()).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /orgs/acme/projectsV2/1/fields",
    "PATCH /orgs/acme/projectsV2/1/items/987654"
  ])
})

it.each([
  ["come round", { "": "a", a: "b", b: "a" }],
  ["stay", { "": "a", a: "a" }],
  ["are none", { "": null }]
])(
  "changes nothing if the cursors of a project's items %s",
  async (_, after: Readonly<Record<string, string | null>>) => {
    const fields = { nodes: [{ id: "f", name: "Status", options: [{ id: "o", name: "Done" }] }] }
    server.answer(({ method, body }) => {
      if (method === "GET") return { status: 404, body: { message: "Not Found" } }
      const { query, variables } = JSON.parse(body) as { query: string; variables: { after?: string | null } }
      const items = { nodes: [], pageInfo: { hasNextPage: true, endCursor: after[variables.after ?? ""] } }
      const projectV2 = { id: "P", ...(query.includes("items(") ? { items } : { fields }) }
      return { body: { data: { owner: { projectV2 } } } }
    })
    const { projects: all } = await client({ baseUrl: server.origin() })
    const change = { owner: "acme", owner_type: "organization", project_number: 1, item_id: 7, status: "Done" } as const
    expect(await reasonOf(all.updateItemStatus(change))).toMatchObject({ _tag: "Decode" })
    expect(server.asked().length).toBeLessThan(6)
  }
)

const SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."

it.each([
  ["a message about a limit", { message: SECONDARY }, "RateLimited", undefined],
  ["a message only", { message: "Something went wrong" }, "Decode", "unknown"],
  ["no record", { data: { updateProjectV2ItemFieldValue: null } }, "Decode", "unknown"]
])("is not set if the service answers with %s", async (_, answer, tag, outcome) => {
  const fields = { nodes: [{ id: "f", name: "Status", options: [{ id: "o", name: "Done" }] }] }
  server.answer(({ method, body }) => {
    if (method === "GET") return { status: 404, body: { message: "Not Found" } }
    return { body: body.includes("mutation") ? answer : { data: { owner: { projectV2: { id: "P", fields } } } } }
  })
  const { projects: all } = await client({ baseUrl: server.origin() })
  const change = {
    owner: "acme",
    owner_type: "organization",
    project_number: 1,
    item_id: "PVTI_1",
    status: "Done"
  } as const
  const error = await all.updateItemStatus(change).catch((e: unknown) => e)
  expect(error).toMatchObject({ reason: { _tag: tag } })
  expect((error as { outcome?: string }).outcome).toBe(outcome)
})

it.each([
  ["Resource not accessible by personal access token", /lacks a right.*Resource not accessible/, {}],
  [
    "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.",
    /authorized for its single sign-on/,
    { "x-github-sso": "required; url=https://codehost.example/orgs/acme/sso" }
  ]
])("does not say that a project is missing which the token may not see: %s", async (message, what, headers) => {
  const errors = [{ type: "FORBIDDEN", path: ["owner", "projectV2"], extensions: { saml_failure: false }, message }]
  server.answer(() => ({ headers, body: { data: { owner: { projectV2: null } }, errors } }))
  const { projects: all } = await client({ baseUrl: server.origin() })
  const change = { owner: "acme", owner_type: "organization", project_number: 1, status: "Done" } as const
  expect(await reasonOf(all.updateItemStatus({ ...change, item_id: "PVTI_1" }))).toMatchObject({
    _tag: "Forbidden",
    what: expect.stringMatching(what)
  })
})

it.each([
  [{ owner: "a/b" }, "owner"],
  [{ project_number: 0 }, "project_number"],
  [{ item_id: "12a b" }, "item_id"],
  [{ item_id: "012" }, "item_id"],
  [{ status: " " }, "status"]
])("refuses %j before anything is sent", async (invalidInput, field) => {
  const { projects: all } = await client()
  const change = { owner: "acme", project_number: 1, item_id: 1, status: "Done", ...invalidInput }
  expect(await reasonOf(all.updateItemStatus(change))).toMatchObject({ _tag: "Invalid", fields: [{ field }] })
  expect(await calls()).toEqual([])
})

it.each([
  ["with the item's full id", true],
  ["of old enterprise servers", false]
])("finds the item's node by its number in a schema %s", async (_, hasFull) => {
  const options = [{ id: "o", name: "Done" }]
  server.answer(({ method, body }) => {
    if (method === "GET") return { status: 404, body: { message: "Not Found" } }
    const { query, variables } = JSON.parse(body) as { query: string; variables: object }
    if (query.includes("mutation")) {
      expect(variables).toMatchObject({ item: "PVTI_7" })
      return { body: { data: { updateProjectV2ItemFieldValue: { projectV2Item: { id: "PVTI_7" } } } } }
    }
    if (!query.includes("items(")) {
      const fields = { nodes: [null, { id: "f", name: "Status", options }] }
      return { body: { data: { owner: { projectV2: { id: "P", fields } } } } }
    }
    const asked = query.includes("fullDatabaseId") ? "fullDatabaseId" : "databaseId"
    if ((asked === "fullDatabaseId") !== hasFull) {
      const message = `Field '${asked}' doesn't exist on type 'ProjectV2Item'`
      return { body: { errors: [{ path: ["query"], extensions: { code: "undefinedField" }, message }] } }
    }
    const items = {
      nodes: [null, { id: "PVTI_7", number: hasFull ? "7" : 7 }],
      pageInfo: { hasNextPage: false, endCursor: null }
    }
    return { body: { data: { owner: { projectV2: { id: "P", items } } } } }
  })
  const { projects: all } = await client({ baseUrl: server.origin(), writePauseMillis: 0 })
  const change = { owner: "acme", owner_type: "organization", project_number: 1, item_id: 7, status: "Done" } as const
  expect(await all.updateItemStatus(change)).toMatchObject({ status: "Done", via: "graphql" })
})
