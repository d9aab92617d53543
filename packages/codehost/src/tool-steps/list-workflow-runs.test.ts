import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import { stepWorld, widgets, type Json } from "../../tests/steps.ts"
import { RunQuery } from "../schema/Workflow.ts"

const { run, wrongFields, get } = stepWorld("codehost_list_workflow_runs")
const runs = "/repos/acme/widgets/actions"

it.each([
  [{}, `${runs}/runs`],
  [{ workflow_id: "ci.yml" }, `${runs}/workflows/ci.yml/runs`],
  [{ branch: "feature/a/b" }, `${runs}/runs?branch=feature/a/b`],
  [{ event: "schedule", status: "success" }, `${runs}/runs?event=schedule&status=success`],
  [{ status: "failed" }, `${runs}/runs?status=failure`],
  [{ actor: "hubot" }, `${runs}/runs?actor=hubot`]
])("lists %j like the service, with the total", async (query, path) => {
  const record = await get(path)
  const page = await run({ ...widgets, ...query, max_kb: 100 })
  expect(page.total).toBe(record.total_count)
  expect(page.items.map(({ id }: { id: number }) => id)).toEqual(record.workflow_runs.map(({ id }: Json) => id))
})

it("continues where the previous page ended", async () => {
  const first = await run({ ...widgets, per_page: 2, fields: ["id"] })
  const second = await run(first.next)
  const record = (await get(`${runs}/runs?per_page=4`)).workflow_runs.map(({ id }: Json) => ({ id }))
  expect([...first.items, ...second.items]).toEqual(record)
})

it.each([
  [{ ...widgets, workflow_id: "../x" }, ["workflow_id"]],
  [{ ...widgets, per_page: 0 }, ["per_page"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))

it("says which failed runs the filter leaves out", () => {
  const { properties } = Schema.toJsonSchemaDocument(RunQuery).schema as Json
  expect(properties.status.description).toMatch(/failed leaves out timed_out/)
})
