import { beforeEach, expect, it } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"
import { board, data, error, makeAsk } from "./testing.ts"

const bench = startFor()
const ask = makeAsk(bench)
const hubot = "sandbox-hubot-token-not-a-secret"

let project: unknown
let itemId: unknown
beforeEach(async () => {
  project = await board(ask)
  itemId = at(project, "items", "nodes", 0, "id")
})

const fieldNamed = (type: string): unknown =>
  objects(at(project, "fields", "nodes")).find(({ name }) => name === type)?.["id"]

const mutation = `mutation ($input: UpdateProjectV2ItemFieldValueInput!) {
  updateProjectV2ItemFieldValue(input: $input) { clientMutationId projectV2Item {
    id status: fieldValueByName(name: "Status") { ... on ProjectV2ItemFieldSingleSelectValue { name } }
    fieldValues(first: 20) { nodes { ... on ProjectV2ItemFieldNumberValue { number } ... on ProjectV2ItemFieldDateValue { date }
      ... on ProjectV2ItemFieldTextValue { text } } } } } }`

const update = (value: object, more: object = {}, token?: string) =>
  ask(
    mutation,
    { input: { projectId: at(project, "id"), itemId, fieldId: at(project, "field", "id"), value, ...more } },
    token
  )

it("sets the status of an item, which REST shows as well", async () => {
  const doneId = at(project, "field", "options", 2, "id")
  const answer = await update({ singleSelectOptionId: doneId }, { clientMutationId: "mine" })
  expect(data(answer, "updateProjectV2ItemFieldValue")).toMatchObject({
    clientMutationId: "mine",
    projectV2Item: { id: itemId, status: { name: "Done" } }
  })
  const fields = objects((await bench.ask("/orgs/acme/projectsV2/1/fields")).body)
  const status = fields.find(({ name }) => name === "Status")?.["id"]
  const { body } = await bench.ask(`/orgs/acme/projectsV2/1/items?per_page=1&fields=${String(status)}`)
  expect(at(body, 0, "fields", 1, "value", "name", "raw")).toBe("Done")
})

it("sets values of other types, and clears one", async () => {
  const values = async (answer: Awaited<ReturnType<typeof update>>) =>
    objects(data(answer, "updateProjectV2ItemFieldValue", "projectV2Item", "fieldValues", "nodes"))
  expect(await values(await update({ number: 2.5 }, { fieldId: fieldNamed("Estimate") }))).toContainEqual({
    number: 2.5
  })
  expect(await values(await update({ date: "2026-02-28" }, { fieldId: fieldNamed("Due") }))).toContainEqual({
    date: "2026-02-28"
  })
  expect(await values(await update({ text: "soon" }, { fieldId: fieldNamed("Notes") }))).toContainEqual({
    text: "soon"
  })
  const input = { projectId: at(project, "id"), itemId, fieldId: fieldNamed("Notes") }
  await ask(
    "mutation ($input: ClearProjectV2ItemFieldValueInput!) { clearProjectV2ItemFieldValue(input: $input) { projectV2Item { id } } }",
    { input }
  )
  expect(await values(await update({ number: 1 }, { fieldId: fieldNamed("Estimate") }))).not.toContainEqual({
    text: "soon"
  })
})

it.each<[object, object, string, string]>([
  [{ singleSelectOptionId: "nothing" }, {}, "VALIDATION", "The single select option Id does not belong to the field"],
  [
    { text: "Done" },
    {},
    "VALIDATION",
    "Did not receive a single select option Id to update a field of type single_select"
  ],
  [{}, {}, "VALIDATION", "exactly one"],
  [{ text: "a", number: 1 }, {}, "VALIDATION", "exactly one"],
  [{ text: "a" }, { projectId: "PVT_x" }, "NOT_FOUND", "Could not resolve to a node with the global id of 'PVT_x'"],
  [{ text: "a" }, { itemId: "PVTI_x" }, "NOT_FOUND", "Could not resolve to a node with the global id of 'PVTI_x'"],
  [{ text: "a" }, { fieldId: "PVTF_x" }, "NOT_FOUND", "Could not resolve to a node with the global id of 'PVTF_x'"]
])("refuses %j with %j", async (value, more, type, message) => {
  const answer = await update(value, more)
  expect([answer.status, data(answer)]).toEqual([200, { updateProjectV2ItemFieldValue: null }])
  expect(error(answer)).toMatchObject({
    type,
    path: ["updateProjectV2ItemFieldValue"],
    locations: [{ line: 2 }],
    message: expect.stringContaining(message)
  })
})

it("requires a role and a token that may change it", async () => {
  const doneValue = { singleSelectOptionId: at(project, "field", "options", 2, "id") }
  await bench.control("/tokens", { token: "reader", scopes: ["read:project"] })
  expect(error(await update(doneValue, {}, "reader"))).toMatchObject({ type: "INSUFFICIENT_SCOPES" })
  await bench.control("/tokens", { token: "stranger", login: "linus", scopes: ["project"] })
  expect(error(await update(doneValue, {}, "stranger"))).toMatchObject({
    type: "FORBIDDEN",
    message: "linus does not have the correct permissions to execute `UpdateProjectV2ItemFieldValue`"
  })
})

it("adds an issue to a project once", async () => {
  const issue = await bench.ask("/repos/acme/widgets/issues", { body: { title: "Added to the board" } })
  const input = { projectId: at(project, "id"), contentId: at(issue.body, "node_id") }
  const add = () =>
    ask(
      "mutation ($input: AddProjectV2ItemByIdInput!) { addProjectV2ItemById(input: $input) { item { id content { ... on Issue { title } } } } }",
      { input }
    )
  const first = await add()
  expect(data(first, "addProjectV2ItemById", "item", "content")).toEqual({ title: "Added to the board" })
  expect(data(await add())).toEqual(data(first))
})

it("converts a pull request to a draft, and back", async () => {
  const pull = await bench.ask("/repos/acme/widgets/pulls", {
    body: { title: "Glow", head: "docs/typos", base: "main" }
  })
  const id = at(pull.body, "node_id")
  const set = (name: string, token?: string) =>
    ask(
      `mutation ($id: ID!) { ${name}(input: { pullRequestId: $id }) { pullRequest { isDraft state } } }`,
      { id },
      token
    )
  const toDraft = await set("convertPullRequestToDraft")
  expect(data(toDraft)).toEqual({ convertPullRequestToDraft: { pullRequest: { isDraft: true, state: "OPEN" } } })
  const look = async () =>
    at((await bench.ask(`/repos/acme/widgets/pulls/${String(at(pull.body, "number"))}`)).body, "draft")
  expect(await look()).toBe(true)
  expect(error(await set("convertPullRequestToDraft"))).toMatchObject({ type: "UNPROCESSABLE" })
  await bench.control("/tokens", { token: "stranger", login: "linus", scopes: ["repo"] })
  expect(error(await set("markPullRequestReadyForReview", "stranger"))).toMatchObject({ type: "FORBIDDEN" })
  expect(data(await set("markPullRequestReadyForReview", hubot))).toMatchObject({
    markPullRequestReadyForReview: { pullRequest: { isDraft: false } }
  })
  expect(await look()).toBe(false)
})
