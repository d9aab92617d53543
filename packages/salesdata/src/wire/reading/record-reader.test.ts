import { expect, it } from "vitest"

import { reader } from "./record-reader.ts"

it.each([
  ["12", 12],
  [" 1,200 ", 1200],
  ["1 200.5", 1200.5],
  ["1,200 .5", 1200.5],
  ["12 people", null],
  [".5", null],
  ["1.", null]
])("reads the number %j as %j", (text, number) =>
  expect(reader({ size: text }, "").number("size", ["size"])).toBe(number)
)

it("refuses a long text that is almost a number as fast as any other", () => {
  const start = performance.now()
  expect(reader({ size: `1${" ".repeat(200_000)}x` }, "").number("size", ["size"])).toBeNull()
  expect(performance.now() - start).toBeLessThan(2_000)
})
