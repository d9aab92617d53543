import { expect, it } from "vitest"

import { median, quantile, spread } from "./quantiles.ts"

it.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 2, 3], 2.5]
])("takes the median of %j", (samples, expected) => {
  expect(median(samples)).toBe(expected)
})

it("takes quarters between neighbours, and leaves the samples in their order", () => {
  const samples = [50, 10, 30, 20, 40]
  expect([quantile(samples, 0), quantile(samples, 0.25), quantile(samples, 0.9), quantile(samples, 1)]).toEqual([
    10, 20, 46, 50
  ])
  expect(samples).toEqual([50, 10, 30, 20, 40])
})

it("has no median of nothing", () => {
  expect(() => median([])).toThrow("no samples")
})

it("makes a figure of samples", () => {
  expect(spread("x", [1, 2, 3], { atMost: 2 })).toEqual({
    name: "x",
    value: 2,
    low: 1.5,
    high: 2.5,
    wanted: { atMost: 2 }
  })
})
