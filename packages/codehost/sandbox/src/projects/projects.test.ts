import { beforeEach, expect, it } from "vitest"

import { type Answered, at, linksOf, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()
const root = "/orgs/acme/projectsV2"
const board = `${root}/1`

const fieldsOf = async () => objects((await ask(`${board}/fields`)).body)
const optionsOf = (field: Readonly<Record<string, unknown>> | undefined) => objects(field?.["options"])

let status: Readonly<Record<string, unknown>> | undefined
let item: string
beforeEach(async () => {
  status = (await fieldsOf()).find(({ name }) => name === "Status")
  item = `${board}/items/${String(at((await ask(`${board}/items`)).body, 0, "id"))}`
})

const valueIn = ({ body }: Answered, name: string): unknown =>
  objects(at(body, "fields")).find((field) => field["name"] === name)?.["value"]

const change = (fields: unknown, token?: string) =>
  ask(item, { method: "PATCH", body: { fields }, ...(token === undefined ? {} : { token }) })

it("returns the projects of an organization and of a person", async () => {
  expect(objects((await ask(root)).body)).toMatchObject([
    { number: 1, title: "Widget roadmap", owner: { login: "acme" } }
  ])
  expect(objects((await ask("/users/mona/projectsV2?q=week")).body)).toMatchObject([{ number: 2, public: false }])
  expect(objects((await ask(`${root}?q=nothing`)).body)).toEqual([])
  expect((await ask("/orgs/mona/projectsV2")).status).toBe(404)
  expect((await ask(`${root}/2`)).status).toBe(404)
})

it("returns the fields, with the options of a single select", async () => {
  expect(optionsOf(status).map((option) => at(option, "name", "raw"))).toEqual(["Todo", "In Progress", "Done"])
  const { body } = await ask(`${board}/fields/${String(status?.["id"])}`)
  expect(body).toEqual(status)
  expect((await ask(`${board}/fields/1`)).status).toBe(404)
})

it("returns items with their titles, and with the requested fields", async () => {
  const plain = await ask(item)
  expect(objects(at(plain.body, "fields")).map(({ name }) => name)).toEqual(["Title"])
  const answer = await ask(`${item}?fields=${String(status?.["id"])}`)
  expect(valueIn(answer, "Status")).toMatchObject({ name: { raw: "Todo" } })
  expect((await ask(`${board}/items/1`)).status).toBe(404)
})

it("pages by cursors, to the end", async () => {
  const ids: Array<unknown> = []
  let next: string | undefined = `${board}/items?per_page=20`
  while (next !== undefined) {
    const page: Answered = await ask(next)
    ids.push(...objects(page.body).map(({ id }) => id))
    next = linksOf(page)["next"]
  }
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBe(objects((await ask(`${board}/items?per_page=100`)).body).length)
})

it("changes the status and other values, and clears them", async () => {
  const fieldId = async (name: string) => Number((await fieldsOf()).find((field) => field["name"] === name)?.["id"])
  const id = Number(status?.["id"])
  const doneId = optionsOf(status)[2]?.["id"]
  const update = await change([
    { id, value: doneId },
    { id: await fieldId("Estimate"), value: 3 },
    { id: await fieldId("Due"), value: "2026-12-24" },
    { id: await fieldId("Notes"), value: "soon" }
  ])
  expect(update.status).toBe(200)
  expect(valueIn(update, "Status")).toMatchObject({ id: doneId, name: { raw: "Done" }, color: "PURPLE" })
  expect([valueIn(update, "Estimate"), valueIn(update, "Due")]).toEqual([3, "2026-12-24"])
  expect(valueIn(update, "Notes")).toEqual({ raw: "soon", html: "soon" })
  expect(valueIn(await change([{ id, value: null }]), "Status")).toBeNull()
  expect(valueIn(await ask(`${item}?fields=${id}`), "Status")).toBeNull()
})

it.each<[unknown, RegExp]>([
  [undefined, /"fields" wasn't supplied/],
  ["x", /is not an array/],
  [[1], /is not an object/],
  [[{ id: "x", value: 1 }], /is not an integer/],
  [[{ id: 41_002 }], /"value" wasn't supplied/],
  [[{ id: 1, value: "x" }], /Field with id 1 not found/],
  [[{ id: 41_002, value: "Done" }], /does not belong to the field/],
  [[{ id: 41_005, value: "many" }], /a number is needed/],
  [[{ id: 41_006, value: "tomorrow" }], /an ISO 8601 date is needed/],
  [[{ id: 41_000, value: "x" }], /not supported/],
  [
    [
      { id: 41_005, value: 5 },
      { id: 41_002, value: "Done" }
    ],
    /does not belong/
  ]
])("refuses %j as a whole", async (fields, message) => {
  const { body, status: code } = await change(fields)
  expect([code, at(body, "message")]).toEqual([422, expect.stringMatching(message)])
  expect(valueIn(await ask(`${item}?fields=41005`), "Estimate")).toBeNull()
})

it("allows what the caller and the token may read and change", async () => {
  const value = [{ id: status?.["id"], value: null }]
  await control("/tokens", { token: "reader", scopes: ["read:project"] })
  await control("/tokens", { token: "stranger", login: "linus", scopes: ["project"] })
  expect((await ask(item, { token: "reader" })).status).toBe(200)
  expect((await change(value, "reader")).status).toBe(404)
  expect((await ask(item, { token: "sandbox-public-token-not-a-secret" })).status).toBe(404)
  expect((await change(value, "stranger")).status).toBe(403)
  expect((await ask("/users/mona/projectsV2/2", { token: "stranger" })).status).toBe(404)
  expect((await change(value, "sandbox-fine-grained-token-not-a-secret")).status).toBe(200)
  expect((await ask(item, { method: "DELETE" })).status).toBe(204)
  expect((await ask(item)).status).toBe(404)
})

it("has no such endpoints on an older server, where GraphQL still has projects", async () => {
  await control("/settings", { projectsRest: false })
  for (const path of [root, board, `${board}/fields`, item, "/users/mona/projectsV2/2"]) {
    expect((await ask(path)).status, path).toBe(404)
  }
  expect((await change([])).status).toBe(404)
  const query = '{ organization(login: "acme") { projectV2(number: 1) { title } } }'
  const { body } = await ask("/graphql", { body: { query } })
  expect(at(body, "data", "organization", "projectV2", "title")).toBe("Widget roadmap")
  await control("/reset", {})
  expect((await ask(root)).status).toBe(200)
})
