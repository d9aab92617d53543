// No answer is larger than 16 KB unless it is asked for, and none than 200 KB: every step against the service's largest.
import { describe, expect, it } from "vitest"

import { plugin } from "../src/plugin.ts"
import { answers } from "./answers.ts"
import { connect } from "./connected.ts"
import { largeAnswer, largeInputs } from "./large-answers.ts"

const server = answers()
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

const table: Array<readonly [string, number]> = []
const PRINTED = process.env["PRINT_SIZES"]

it("knows the largest answers of every step", () => {
  expect(Object.keys(largeInputs).toSorted()).toEqual(plugin.toolSteps.map(({ id }) => id).toSorted())
})

describe.each(Object.entries(largeInputs))("%s", (step, inputs) => {
  it.each(inputs)(
    "answers %j",
    async (input) => {
      server.answer(largeAnswer)
      const run = await connect(server.origin())
      const output = await run(step, input)
      if (PRINTED !== undefined) {
        const { encode } = (await import(PRINTED)) as { readonly encode: (text: string) => ReadonlyArray<number> }
        const size = bytes(output)
        const sample = JSON.stringify(output)
        // Of the very large ones a part tells the rate.
        const part = sample.slice(0, 400_000)
        table.push([
          `${step} ${JSON.stringify(input)}`,
          Math.round((encode(part).length * sample.length) / part.length)
        ])
        console.log("SIZE", step, JSON.stringify(input), size, table.at(-1)?.[1])
        return
      }
      expect(bytes(output)).toBeLessThanOrEqual(16_384)
      const schema = JSON.stringify(plugin.toolSteps.find(({ id }) => id === step)?.input)
      if (schema.includes("max_kb"))
        expect(bytes(await run(step, { ...input, max_kb: 195 }))).toBeLessThanOrEqual(200_000)
    },
    60_000
  )
})
