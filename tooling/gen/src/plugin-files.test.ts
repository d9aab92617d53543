import { join } from "node:path"

import { expect, it } from "vitest"

import { schemaSnapshots } from "./plugin-files.ts"
import { loadPlugin } from "./workspace.ts"

it("refuses two steps of one id, of which one would overwrite the snapshot of the other", async () => {
  const plugin = await loadPlugin(join(import.meta.dirname, "../../.."), "packages/analytics")
  const [step, ...others] = plugin.toolSteps
  if (step === undefined) throw new Error("analytics has no steps")
  const toolSteps = [step, ...others, { ...step, title: "Copied and left" }]
  expect(() => schemaSnapshots("packages/analytics", { ...plugin, toolSteps })).toThrow(
    `two steps have the id ${step.id}: ${step.title} and Copied and left`
  )
})
