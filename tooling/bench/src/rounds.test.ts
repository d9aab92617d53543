import { expect, it } from "vitest"

import { cpuRatio, measure, medians, throughputRatio, type Sample } from "./rounds.ts"

it("gives every contender a slice in every round, in a turning order, and counts none of the first five", async () => {
  const order: Array<string> = []
  const contender = (name: string) => ({
    name,
    work: async () => {
      order.push(name)
      return 10
    }
  })
  const samples = await measure([contender("a"), contender("b")], { rounds: 3, sliceMillis: 1 })
  expect(order.join("")).toBe("abbaabbaabbaabba")
  expect([samples.get("a")?.length, samples.get("b")?.length]).toEqual([3, 3])
  expect(samples.get("a")?.every(({ perSecond }) => perSecond > 0)).toBe(true)
})

const cpu = (...micros: ReadonlyArray<number>): ReadonlyArray<Sample> =>
  micros.map((cpuMicros) => ({ cpuMicros, perSecond: 1_000_000 / cpuMicros }))

it("takes ratios within a round: a slow round falls on both", () => {
  const samples = new Map([
    ["ours", cpu(20, 200, 22)],
    ["peer", cpu(10, 100, 10)]
  ])
  expect(cpuRatio("x", samples, "ours", "peer", { atMost: 3 })).toMatchObject({ value: 2, wanted: { atMost: 3 } })
  expect(throughputRatio("x", samples, "ours", "peer")).toMatchObject({ value: 0.5 })
  expect(medians(samples, "ours")).toEqual({ cpuMicros: 22, perSecond: 1_000_000 / 22 })
  expect(() => medians(samples, "other")).toThrow("other was not measured")
})
