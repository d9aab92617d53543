// Runs every step against the service's largest responses: no output exceeds 16 KB unless requested, and none exceeds
// 200 KB.
import { inputSchema } from "@inlay/agent-plugin/ToolSchema"
import { describe, expect, it } from "vitest"

import { plugin } from "../src/plugin.ts"
import { answers } from "./answers.ts"
import { connect } from "./connected.ts"
import { largeAnswer } from "./large-answers/answer.ts"
import { largeInputs } from "./large-answers/inputs.ts"

const server = answers()
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

it("covers the largest answers of every step", () => {
  expect(Object.keys(largeInputs).toSorted()).toEqual(plugin.toolSteps.map(({ id }) => id).toSorted())
})

describe.each(Object.entries(largeInputs))("%s", (step, inputs) => {
  it.each(inputs)(
    "answers %j",
    async (input) => {
      server.answer(largeAnswer)
      const run = await connect(server.origin())
      const output = await run(step, input)
      expect(bytes(output)).toBeLessThanOrEqual(16_384)
      const info = plugin.toolSteps.find(({ id }) => id === step)
      if (info !== undefined && inputSchema(info).properties?.["max_kb"] !== undefined)
        expect(bytes(await run(step, { ...input, max_kb: 195 }))).toBeLessThanOrEqual(200_000)
    },
    60_000
  )
})
