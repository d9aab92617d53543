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

it("does not fire for a job that a re-run took over from the attempt before, although it has another id", () => {
  const times = { started_at: "2026-01-01T09:00:00Z", completed_at: "2026-01-01T09:05:00Z" }
  const again = { id: 62, run_attempt: 2, ...times }
  expect(match({ workflow_job: { ...again, created_at: "2026-01-01T09:30:00Z" } })).toEqual([])
  expect(match({ workflow_job: { ...again, created_at: "2026-01-01T08:59:00Z" } })).toHaveLength(1)
  // Of a skipped job, the times may be out of order by seconds. Old servers do not say when a job was created.
  expect(match({ workflow_job: { ...again, created_at: "2026-01-01T09:05:02Z" } })).toHaveLength(1)
  expect(match({ workflow_job: again })).toHaveLength(1)
  expect(match({ workflow_job: { ...again, run_attempt: 1, created_at: "2026-01-01T09:30:00Z" } })).toHaveLength(1)
})

it("is filtered by outcome", () => {
  expect(workflowJobCompleted.accepts({ outcome: "succeeded" }, match()[0])).toBe(
    "The outcome is failed, not succeeded."
  )
})
