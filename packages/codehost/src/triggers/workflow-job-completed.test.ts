import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { workflowJobCompleted } from "./workflow-job-completed.ts"

const match = alteredMatch(workflowJobCompleted, "workflow-job-completed")

it("says how it ended", () => {
  expect(match()[0].data).toMatchObject({ job: "test", conclusion: "failure", outcome: "failed", run_id: 2 })
  expect(match({ workflow_job: { conclusion: "skipped" } })[0].data.outcome).toBe("other")
})

it("does not fire for a job that is queued, waiting or running", () => {
  for (const action of ["queued", "waiting", "in_progress"]) expect(match({ action })).toEqual([])
})

it("is filtered by outcome", () => {
  expect(workflowJobCompleted.accepts({ outcome: "succeeded" }, match()[0])).toBe(
    "The outcome is failed, not succeeded."
  )
})
