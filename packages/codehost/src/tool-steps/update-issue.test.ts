import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get, ask } = stepWorld("codehost_update_issue")
const issue = async () =>
  (await ask("POST", "/repos/acme/widgets/issues", { title: "Old", body: "Kept", labels: ["bug"] })).body.number

it("changes the given fields, and leaves the rest", async () => {
  const issue_number = await issue()
  await run({ ...widgets, issue_number, title: "New", assignees: ["mona"] })
  expect(await get(`/repos/acme/widgets/issues/${issue_number}`)).toMatchObject({
    title: "New",
    body: "Kept",
    labels: [{ name: "bug" }],
    assignees: [{ login: "mona" }]
  })
})

it("closes with a reason, and reopens", async () => {
  const issue_number = await issue()
  await run({ ...widgets, issue_number, state: "closed", state_reason: "not_planned" })
  expect(await get(`/repos/acme/widgets/issues/${issue_number}`)).toMatchObject({
    state: "closed",
    state_reason: "not_planned"
  })
  expect(await run({ ...widgets, issue_number, state: "open" })).toMatchObject({ state: "open" })
})

const withMilestone = { milestone: 1, type: "Bug" }
const issueWith = async () => {
  const { body } = await ask("POST", "/repos/acme/widgets/issues", { title: "Old", labels: ["bug"], ...withMilestone })
  return body.number
}

it("replaces labels, and removes milestone and type", async () => {
  const issue_number = await issueWith()
  await run({ ...widgets, issue_number, labels: [], milestone: "none", type: "none" })
  expect(await get(`/repos/acme/widgets/issues/${issue_number}`)).toMatchObject({
    labels: [],
    milestone: null,
    type: null
  })
})

it("sets milestone and type", async () => {
  const issue_number = await issue()
  await run({ ...widgets, issue_number, milestone: "1", type: "Bug" })
  expect(await get(`/repos/acme/widgets/issues/${issue_number}`)).toMatchObject({
    milestone: { number: 1 },
    type: { name: "Bug" }
  })
})

// In OpenAI's strict mode, null is the only way to leave a field out.
it("removes nothing by null", async () => {
  const issue_number = await issueWith()
  const blanks = { body: null, state_reason: null, labels: null, assignees: null, milestone: null, type: null }
  await run({ ...widgets, issue_number, title: "New", state: "open", ...blanks })
  expect(await get(`/repos/acme/widgets/issues/${issue_number}`)).toMatchObject({
    title: "New",
    labels: [{ name: "bug" }],
    milestone: { number: 1 },
    type: { name: "Bug" }
  })
})

it("says that an issue is missing", async () => {
  expect((await reason({ ...widgets, issue_number: 999_999, title: "x" }))._tag).toBe("NotFound")
})

it.each([
  [{ ...widgets, issue_number: 0, title: "x" }, ["issue_number"]],
  [{ ...widgets, issue_number: 1, title: " " }, ["title"]],
  [{ ...widgets, issue_number: 1, state: "gone" }, ["state"]],
  [{ ...widgets, issue_number: 1, milestone: "v1" }, ["milestone"]],
  [{ ...widgets, issue_number: 1 }, [""]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
