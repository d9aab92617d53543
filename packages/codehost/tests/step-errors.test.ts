// A step's errors are those of its operation: the same operation name for every caller, and every wrong field in one
// error.
import { describe, expect, it } from "vitest"

import { plugin } from "../src/plugin.ts"
import { clients, widgets } from "./clients.ts"
import { world } from "./world.ts"

const { failure, calls } = world()
const { client } = clients()

const overOperations = plugin.toolSteps.map(({ id }) => id).filter((id) => id !== "codehost_api_call")

describe.each(overOperations)("%s", (id) => {
  it("names its operation in the error of its input", async () => {
    const { operation, reason } = await failure(id, { nonsense: 1 })
    expect(operation).toMatch(/^[a-z]+[A-Za-z]*\.[a-z]\w+$/)
    expect(reason).toMatchObject({
      _tag: "Invalid",
      fields: expect.arrayContaining([{ field: "nonsense", message: "is not a field of this input" }])
    })
    expect(await calls()).toEqual([])
  })
})

it("reports type and rule errors like the client, all at once", async () => {
  const input = { owner: "a/b", repo: true as never, title: " ", labels: ["bug", ""], milestone: 0 }
  const { issues } = await client()
  const ofClient: unknown = await issues.create(input).catch((error: unknown) => error)
  const ofStep = await failure("codehost_create_issue", input)
  expect(ofStep).toMatchObject({ operation: "issues.create", reason: { _tag: "Invalid" } })
  expect(ofStep.reason).toEqual((ofClient as typeof ofStep).reason)
  expect(ofStep.reason._tag === "Invalid" && ofStep.reason.fields.map(({ field }) => field)).toEqual([
    "owner",
    "repo",
    "title",
    "labels.1",
    "milestone"
  ])
})

it.each([
  ["codehost_list_commits", { ...widgets, since: "soon", fields: ["nonsense"], skip: -1, per_page: 0, max_kb: 0 }],
  ["codehost_get_repository_content", { ...widgets, path: "../x", start_line: 0, offset: -1, skip: -1 }]
])("reports errors in the fields that a step adds, all at once: %s", async (id, input) => {
  const { reason } = await failure(id, input)
  const fields = reason._tag === "Invalid" ? reason.fields.map(({ field }) => field.split(".")[0]) : []
  const { owner: _owner, repo: _repo, ...wrong } = input
  expect(new Set(fields)).toEqual(new Set(Object.keys(wrong)))
  expect(fields).toHaveLength(Object.keys(wrong).length)
})
