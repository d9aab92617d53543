import { expect, it } from "vitest"

import { common, plural } from "./words.ts"

it("counts credits as people write them, also sums of decimals", () => {
  expect([0.1 + 0.2, 1, 1500].map(common.credits)).toEqual(["0.3 credits", "1 credit", "1,500 credits"])
})

it("counts thousands as people write them, beside credits too", () => {
  expect([1, 3031].map((count) => plural(count, "run"))).toEqual(["1 run", "3,031 runs"])
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
