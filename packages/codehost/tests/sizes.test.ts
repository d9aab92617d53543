// Runs every step against the service's largest responses: no output exceeds 16 KB unless requested, and none exceeds
// 200 KB. Those listed in `large-answers/inputs.ts` must give an output; a new step may also fail.
import { inputSchema } from "@inlay/agent-plugin/ToolSchema"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { describe, expect, it } from "vitest"

import { plugin } from "../src/plugin.ts"
import { answers } from "./answers.ts"
import { connect } from "./connected.ts"
import { largeAnswer } from "./large-answers/answer.ts"
import { inputsOf, largeInputs } from "./large-answers/inputs.ts"

const server = answers()
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

it("every listed step exists, and no earlier one is gone", () => {
  const steps = plugin.toolSteps.map(({ id }) => id)
  expect(Object.keys(largeInputs).filter((id) => !steps.includes(id))).toEqual([])
  expect(Object.keys(largeInputs).length).toBeGreaterThanOrEqual(26)
})

describe.each(plugin.toolSteps.map((step) => [step.id, step] as const))("%s", (id, step) => {
  it.each(inputsOf(step))(
    "answers %j",
    async (input) => {
      server.answer(largeAnswer)
      const run = await connect(server.origin())
      // A step that is not listed may have an operation that has no large answer here.
      const output = (own: object) =>
        run(id, own).catch((error: unknown) => {
          if (id in largeInputs || !(error instanceof ProviderError)) throw error
          return {}
        })
      expect(bytes(await output(input))).toBeLessThanOrEqual(16_384)
      if (inputSchema(step).properties?.["max_kb"] !== undefined)
        expect(bytes(await output({ ...input, max_kb: 195 }))).toBeLessThanOrEqual(200_000)
    },
    60_000
  )
})
