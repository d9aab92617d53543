import { describe, expect, it } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"
import { dateRanges, lines, named, property, runner, sumOf } from "../testing/reports.ts"

const bench = startFor()
const run = runner(bench)

describe("reduced data quality", () => {
  const body = { dateRanges, dimensions: named("city"), metrics: named("sessions"), metricAggregations: ["TOTAL"] }

  it("sampled: the share is reported, amounts are scaled up", async () => {
    const whole = sumOf(lines((await run(body)).body, "totals"))
    await bench.control("/settings", { sampleEvery: 4 })
    const { body: report } = await run(body)
    const { samplesReadCount, samplingSpaceSize } = objects(at(report, "metadata", "samplingMetadatas"))[0] ?? {}
    expect(Number(samplesReadCount) / Number(samplingSpaceSize)).toBeCloseTo(0.25, 1)
    expect(sumOf(lines(report, "totals")) / whole).toBeCloseTo(1, 1)
  })

  it("thresholded: rows with few people are left out if a dimension describes people", async () => {
    expect(at((await run(body)).body, "metadata", "subjectToThresholding")).toBeUndefined()
    const personal = { ...body, dimensions: named("city", "userAgeBracket") }
    await bench.control("/settings", { thresholdUsers: 0 })
    const all = lines((await run(personal)).body)
    await bench.control("/settings", { thresholdUsers: 40 })
    const { body: report } = await run(personal)
    expect(at(report, "metadata", "subjectToThresholding")).toBe(true)
    expect(lines(report).length).toBeLessThan(all.length)
  })

  it("(other): small groups become one row, and totals stay the same", async () => {
    const whole = lines((await run(body)).body)
    await bench.control("/settings", { otherRowAfter: 5 })
    const { body: report } = await run(body)
    expect(lines(report)).toHaveLength(6)
    expect(lines(report)).toContainEqual(["(other)", expect.any(Number)])
    expect(sumOf(lines(report))).toBe(sumOf(whole))
    expect(at(report, "metadata", "dataLossFromOtherRow")).toBe(true)
  })

  it("truncated: data older than the retention is missing, and its dates are reported", async () => {
    await bench.control("/settings", { retainedFrom: "2026-09-01" })
    const { body: report } = await run({ ...body, dimensions: named("month") })
    expect(lines(report).map(([month]) => month)).toEqual(["09"])
    expect(at(report, "metadata", "dataTruncationReasons", 0)).toMatchObject({
      dataTruncationType: "DATA_TRUNCATION_TYPE_PROPERTY",
      dataTruncationDate: "2026-09-01",
      dataTruncationDateRanges: [{ startDate: "2026-08-03", endDate: "2026-08-31" }]
    })
  })

  it("blocked: accounts that may not see revenue get zeros and a note", async () => {
    const viewer = "sandbox-viewer-token-not-a-secret"
    const report = await run(
      { dateRanges, metrics: named("totalRevenue", "sessions") },
      `${property}:runReport`,
      viewer
    )
    expect(lines(report.body)[0]?.[0]).toBe(0)
    expect(at(report.body, "metadata", "schemaRestrictionResponse", "activeMetricRestrictions")).toEqual([
      { metricName: "totalRevenue", restrictedMetricTypes: ["REVENUE_DATA"] }
    ])
    const { body: metadata } = await bench.data(`${property}/metadata`, { token: viewer })
    const revenue = objects(at(metadata, "metrics")).find(({ apiName }) => apiName === "totalRevenue")
    expect(revenue).toMatchObject({ blockedReasons: ["NO_REVENUE_METRICS"] })
  })
})
