import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_enable_workflow")

it("enables a workflow, by its file or number, and again without harm", async () => {
  const record = () => get("/repos/acme/widgets/actions/workflows/nightly.yml")
  expect((await record()).state).not.toBe("active")
  expect(await run({ ...widgets, workflow_id: "nightly.yml" })).toEqual({ enabled: true })
  const { id, state } = await record()
  expect(state).toBe("active")
  expect(await run({ ...widgets, workflow_id: id })).toEqual({ enabled: true })
})

it("says that a workflow is missing", async () => {
  expect((await reason({ ...widgets, workflow_id: "no-such.yml" }))._tag).toBe("NotFound")
})

it("refuses a name that is a path", async () => {
  expect(await wrongFields({ ...widgets, workflow_id: "a/b.yml" })).toEqual(["workflow_id"])
})
