import { expect, it } from "vitest"

import { common } from "./words.ts"

it("counts credits as people write them, also sums of decimals", () => {
  expect([0.1 + 0.2, 1, 1500].map(common.credits)).toEqual(["0.3 credits", "1 credit", "1,500 credits"])
})

it.each([
  ["Work e-mail", "Copy work e-mail"],
  ["E-mail", "Copy e-mail"],
  ["Settings for Claude Code", "Copy settings for Claude Code"],
  ["ABN", "Copy ABN"],
  ["JSON", "Copy JSON"],
  ["TypeScript", "Copy TypeScript"]
])("what is copied keeps the capitals that are part of a name: %s", (label, text) => {
  expect(common.copy(label)).toBe(text)
})
