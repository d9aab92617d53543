import { describe, expect, it } from "vitest"

import { at, startFor } from "../testing/bench.ts"
import { lines, named, runner, sumOf } from "../testing/reports.ts"

const bench = startFor()
const run = runner(bench)

const DAYS = ["20260928", "20260929", "20260930", "20261001", "20261002", "20261003"]
const two = {
  dateRanges: [
    { startDate: "2026-10-01", endDate: "2026-10-03" },
    { startDate: "2026-09-28", endDate: "2026-09-30" }
  ],
  metrics: named("sessions")
}

// https://github.com/google/site-kit-wp/issues/6623
describe("a report of two date ranges", () => {
  it.each([
    ["date", DAYS],
    ["yearMonth", ["202609", "202610"]],
    ["month", ["09", "10"]]
  ])("has each %s of either once for both, with 0 for the one that it is not in", async (dimension, values) => {
    const { body } = await run({ ...two, dimensions: named(dimension), metricAggregations: ["TOTAL"] })
    const rows = lines(body)
    for (const [range, isOwn] of [
      ["date_range_0", (value: string) => values.indexOf(value) >= values.length / 2],
      ["date_range_1", (value: string) => values.indexOf(value) < values.length / 2]
    ] as const) {
      const own = rows.filter(([, name]) => name === range)
      expect(new Set(own.map(([value]) => value))).toEqual(new Set(values))
      expect(own).toHaveLength(values.length)
      for (const [value, , sessions] of own) expect([value, sessions !== 0]).toEqual([value, isOwn(String(value))])
    }
    expect(sumOf(rows)).toBe(sumOf(lines(body, "totals")))
  })

  it("leaves a range without rows out if a metric filter leaves out its zeros", async () => {
    const metricFilter = {
      filter: { fieldName: "sessions", numericFilter: { operation: "GREATER_THAN", value: { int64Value: "0" } } }
    }
    const { body } = await run({ ...two, dimensions: named("date"), metricFilter })
    expect(lines(body)).toHaveLength(DAYS.length)
  })

  // The plugin of the service's vendor relies on it.
  it("of one row has it for both, and counts it once", async () => {
    const top = { ...two, dimensions: named("country"), limit: "1" }
    const { body } = await run(top)
    const [[country] = []] = lines(body)
    expect(lines(body).map(([name, range]) => [name, range])).toEqual([
      [country, expect.any(String)],
      [country, expect.any(String)]
    ])
    const { body: all } = await run({ ...top, limit: "100" })
    expect(lines(all)).toHaveLength(2 * Number(at(all, "rowCount")))
    expect(at(body, "rowCount")).toBe(at(all, "rowCount"))
  })

  it("has rows of each range counted, if the settings say so", async () => {
    await bench.control("/settings", { countsEachRange: true })
    const { body } = await run({ ...two, dimensions: named("date"), limit: "5" })
    expect(lines(body)).toHaveLength(5)
    expect(at(body, "rowCount")).toBe(2 * DAYS.length)
  })
})
