import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_get_workflow_run")
const OUTCOMES = { success: "succeeded", failure: "failed", timed_out: "failed", cancelled: "cancelled" }

it.each(Object.entries(OUTCOMES))("gives a run that ended as %s the outcome %s", async (conclusion, outcome) => {
  const [record] = (await get(`/repos/acme/widgets/actions/runs?status=${conclusion}&per_page=1`)).workflow_runs
  expect(await run({ ...widgets, run_id: record.id })).toMatchObject({ id: record.id, conclusion, outcome })
})

it("says that a run is missing", async () => {
  expect((await reason({ ...widgets, run_id: 1 }))._tag).toBe("NotFound")
})

it("refuses an invalid number", async () => {
  expect(await wrongFields({ ...widgets, run_id: 0 })).toEqual(["run_id"])
})
