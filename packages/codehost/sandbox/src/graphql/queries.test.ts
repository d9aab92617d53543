import { expect, it } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"
import { board, data, error, makeAsk } from "./testing.ts"

const bench = startFor()
const ask = makeAsk(bench)

it("returns the viewer, under any alias", async () => {
  const { body, headers, status } = await ask("query Me { me: viewer { login __typename } }")
  expect([status, body]).toEqual([200, { data: { me: { login: "mona", __typename: "User" } } }])
  expect(headers.get("x-ratelimit-resource")).toBe("graphql")
})

it("counts against its own limit and reports it", async () => {
  const { headers, ...answer } = await ask("{ rateLimit { limit cost remaining used resetAt } }")
  expect(data({ headers, ...answer }, "rateLimit")).toEqual({
    limit: 5000,
    cost: 1,
    remaining: Number(headers.get("x-ratelimit-remaining")),
    used: 1,
    resetAt: new Date(Number(headers.get("x-ratelimit-reset")) * 1000).toISOString().replace(".000", "")
  })
})

it("reports an exhausted limit with status 200", async () => {
  await bench.control("/quota", { token: "mona", resource: "graphql", remaining: 1 })
  await ask("{ viewer { login } }")
  const { body, headers, status } = await ask("{ viewer { login } }")
  expect([status, headers.get("x-ratelimit-remaining"), headers.get("x-ratelimit-resource")]).toEqual([
    200,
    "0",
    "graphql"
  ])
  expect(body).toEqual({ errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded for user ID 1." }] })
})

it("returns a project with its fields, the options of its Status and its items", async () => {
  const project = await board(ask)
  expect(at(project, "title")).toBe("Widget roadmap")
  expect(objects(at(project, "field", "options")).map(({ name }) => name)).toEqual(["Todo", "In Progress", "Done"])
  expect(objects(at(project, "fields", "nodes"))).toContainEqual({
    id: expect.stringMatching(/^PVTF_/),
    name: "Due",
    dataType: "DATE"
  })
  const items = objects(at(project, "items", "nodes"))
  expect(items.length).toBe(Math.min(50, Number(at(project, "items", "totalCount"))))
  expect(items[0]).toMatchObject({ id: expect.stringMatching(/^PVTI_/), fieldValueByName: { name: "Todo" } })
})

it("returns a person's project too, and finds it by its id", async () => {
  const project = await ask('{ user(login: "mona") { projectV2(number: 2) { id owner { id } } } }')
  const { id } = Object(data(project, "user", "projectV2"))
  const second = await ask("query ($id: ID!) { node(id: $id) { id ... on ProjectV2 { title public closed } } }", { id })
  expect(data(second, "node")).toEqual({ id, title: "My week", public: false, closed: false })
})

it("pages forwards and backwards, to the end", async () => {
  const page = async (args: string) =>
    Object(
      data(
        await ask(`{ organization(login: "acme") { projectV2(number: 1) { fields(${args}) {
        totalCount edges { cursor } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } } }`),
        "organization",
        "projectV2",
        "fields"
      )
    )
  const first = await page("first: 5")
  expect([first.edges.length, first.pageInfo.hasNextPage, first.pageInfo.hasPreviousPage]).toEqual([5, true, false])
  expect(first.pageInfo.endCursor).toBe(first.edges[4].cursor)
  const second = await page(`first: 5, after: "${first.pageInfo.endCursor}"`)
  expect([second.edges.length, second.pageInfo.hasNextPage, second.totalCount]).toEqual([3, false, 8])
  const back = await page(`last: 2, before: "${second.pageInfo.startCursor}"`)
  expect(back.edges).toEqual(first.edges.slice(3))
})

it.each([
  ["items", "MISSING_PAGINATION_BOUNDARIES", "You must provide a `first` or `last` value"],
  ["items(first: 101)", "EXCESSIVE_PAGINATION", "exceeds the `first` limit of 100 records"],
  ['items(first: 1, after: "x")', "INVALID_CURSOR_ARGUMENTS", "does not appear to be a valid cursor"]
])("refuses the list %s", async (items, type, message) => {
  const answer = await ask(`{ organization(login: "acme") { projectV2(number: 1) { ${items} { totalCount } } } }`)
  expect(answer.status).toBe(200)
  expect(error(answer)).toMatchObject({ type, message: expect.stringContaining(message) })
  // `items` is not nullable, so the project becomes null.
  expect(data(answer)).toEqual({ organization: { projectV2: null } })
})

it.each([
  ['organization(login: "nobody") { id }', "Could not resolve to an Organization with the login of 'nobody'."],
  ['organization(login: "mona") { id }', "Could not resolve to an Organization with the login of 'mona'."],
  ['user(login: "acme") { id }', "Could not resolve to a User with the login of 'acme'."],
  ['repository(owner: "acme", name: "x") { id }', "Could not resolve to a Repository with the name 'acme/x'."],
  [
    'repository(owner: "initech", name: "stapler") { id }',
    "Could not resolve to a Repository with the name 'initech/stapler'."
  ],
  ['node(id: "PVT_x") { id }', "Could not resolve to a node with the global id of 'PVT_x'"]
])("does not find %s, and returns the rest", async (field, message) => {
  const answer = await ask(`{ missing: ${field} viewer { login } }`)
  expect(answer.status).toBe(200)
  expect(data(answer)).toEqual({ missing: null, viewer: { login: "mona" } })
  expect(error(answer)).toMatchObject({ type: "NOT_FOUND", path: ["missing"], message })
})

it("returns each of several nodes, or null for unknown ones", async () => {
  const answer = await ask('{ nodes(ids: ["U_kgDOAAAAAQ", "U_x"]) { ... on User { login } } }')
  expect(data(answer)).toEqual({ nodes: [{ login: "mona" }, null] })
  expect(error(answer)).toMatchObject({ type: "NOT_FOUND", path: ["nodes", 1] })
})

it("leaves out skipped fields, and merges fragments", async () => {
  const query = `query ($no: Boolean = false) {
    viewer { ...Name login @include(if: $no) ... on Node { id @skip(if: true) } ... on User { databaseId } ... on Actor { url @skip(if: true) } }
  } fragment Name on Actor { login }`
  expect(data(await ask(query), "viewer")).toEqual({ login: "mona", databaseId: 1 })
})

it("runs one of several operations by its name", async () => {
  const query = "query A { viewer { login } } query B { viewer { databaseId } }"
  const run = (operationName?: string) => bench.ask("/graphql", { body: { query, operationName } })
  expect(data(await run("B"))).toEqual({ viewer: { databaseId: 1 } })
  expect(error(await run())).toEqual({ message: "An operation name is required" })
  expect(error(await run("C"))).toEqual({ message: 'No operation named "C"' })
})

it("requires a token with the right scope", async () => {
  expect((await bench.ask("/graphql", { body: { query: "{ viewer { login } }" }, token: null })).status).toBe(401)
  const narrow = await ask(
    '{ organization(login: "acme") { projectV2(number: 1) { id } } }',
    {},
    "sandbox-public-token-not-a-secret"
  )
  expect(error(narrow)).toMatchObject({
    type: "INSUFFICIENT_SCOPES",
    message: expect.stringContaining("requires one of the following scopes: ['read:project']")
  })
  expect(at(narrow.body, "data")).toBeUndefined()
  await bench.control("/tokens", { token: "fine", kind: "fine-grained", permissions: { issues: "write" } })
  const fine = await ask('{ organization(login: "acme") { projectV2(number: 1) { id } } }', {}, "fine")
  expect(error(fine)).toMatchObject({ type: "FORBIDDEN", path: ["organization", "projectV2"] })
})

it("refuses the field of an organization that does not accept the token, and answers the others", async () => {
  await bench.control("/policies", { account: "acme", singleSignOn: true })
  const answer = await ask('{ viewer { login } organization(login: "acme") { name } }')
  expect([answer.status, data(answer, "viewer", "login"), data(answer, "organization")]).toEqual([200, "mona", null])
  expect(error(answer)).toMatchObject({
    type: "FORBIDDEN",
    path: ["organization"],
    extensions: { saml_failure: true },
    message:
      "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization."
  })
  await bench.control("/policies", { account: "acme", singleSignOn: false, ipAllowList: true })
  const repository = await ask('{ repository(owner: "acme", name: "widgets") { id } }')
  expect(error(repository)).toMatchObject({ type: "FORBIDDEN", extensions: { saml_failure: false } })
})
