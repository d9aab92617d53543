import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_create_workflow_dispatch")
const runs = async () => (await get("/repos/acme/widgets/actions/runs?event=workflow_dispatch")).workflow_runs

it.each([7002, "deploy.yml"])("starts the workflow %j, on the default branch", async (workflow_id) => {
  const before = (await runs()).length
  const output = await run({ ...widgets, workflow_id, inputs: { environment: "staging" } })
  const after = await runs()
  expect(after).toHaveLength(before + 1)
  expect(after[0]).toMatchObject({ event: "workflow_dispatch", head_branch: "main" })
  expect(output).toEqual({ dispatched: true, workflow_run_id: after[0].id, html_url: after[0].html_url })
})

it("starts it on a branch whose name has slashes", async () => {
  await run({ ...widgets, workflow_id: "deploy.yml", ref: "feature/a/b", inputs: { environment: "staging" } })
  expect((await runs())[0]).toMatchObject({ head_branch: "feature/a/b" })
})

it("reports inputs that the workflow does not accept", async () => {
  expect((await reason({ ...widgets, workflow_id: "deploy.yml", inputs: { nonsense: "1" } }))._tag).toBe("Invalid")
  expect((await reason({ ...widgets, workflow_id: "no-such.yml" }))._tag).toBe("NotFound")
})

it.each([
  [{ ...widgets, workflow_id: 0 }, ["workflow_id"]],
  [{ ...widgets, workflow_id: "../x" }, ["workflow_id"]],
  [{ ...widgets, workflow_id: "ci.yml", ref: "a..b" }, ["ref"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
