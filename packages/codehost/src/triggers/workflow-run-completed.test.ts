import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { workflowRunCompleted } from "./workflow-run-completed.ts"

const match = alteredMatch(workflowRunCompleted, "workflow-run-completed")

it.each([
  ["success", "succeeded"],
  ["failure", "failed"],
  ["timed_out", "failed"],
  ["startup_failure", "failed"],
  ["cancelled", "cancelled"],
  ["neutral", "other"],
  ["skipped", "other"],
  ["stale", "other"],
  ["action_required", "other"]
])("maps %s to %s, and keeps the service's word", (conclusion, outcome) => {
  expect(match({ workflow_run: { conclusion } })[0].data).toMatchObject({ conclusion, outcome })
})

it("fires once for each attempt", () => {
  const [first, again] = [match()[0], match({ workflow_run: { run_attempt: 2 } })[0]]
  expect(again.key).not.toBe(first.key)
  expect(match({ workflow_run: { updated_at: "2026-02-01T00:00:00Z" } })[0].key).toBe(first.key)
})

it("does not fire for a run that is requested or running", () => {
  for (const action of ["requested", "in_progress"]) expect(match({ action })).toEqual([])
})

it("names who started the last attempt", () => {
  const by = (triggering_actor: unknown) =>
    match({ workflow_run: { actor: { login: "ada", id: 8 }, triggering_actor } })
  expect(by({ login: "agent", id: 9 })[0].actor).toBe("agent")
  expect(by(null)[0].actor).toBe("ada")
})
