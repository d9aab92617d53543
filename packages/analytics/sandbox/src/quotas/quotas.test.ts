import { describe, expect, it } from "vitest"

import { at, refusalOf, startFor } from "../testing/bench.ts"

const bench = startFor()
const property = "properties/320101"
const body = {
  dateRanges: [{ startDate: "7daysAgo", endDate: "yesterday" }],
  metrics: [{ name: "sessions" }],
  returnPropertyQuota: true
}

const run = (asking: object = {}) => bench.data(`${property}:runReport`, { body, ...asking })
const remaining = (answer: { readonly body: unknown }, name: string): number =>
  Number(at(answer.body, "propertyQuota", name, "remaining"))

describe("remaining quota", () => {
  it("shrinks by the cost of each request, which is higher for a larger one", async () => {
    const small = await run()
    const large = await run({
      body: {
        ...body,
        dateRanges: [{ startDate: "400daysAgo", endDate: "yesterday" }],
        dimensions: ["date", "city", "browser", "pagePath"].map((name) => ({ name }))
      }
    })
    const took = (answer: { readonly body: unknown }) =>
      Number(at(answer.body, "propertyQuota", "tokensPerDay", "consumed"))
    expect(took(large)).toBeGreaterThan(took(small))
    for (const [name, limit] of [
      ["tokensPerDay", 200_000],
      ["tokensPerHour", 40_000],
      ["tokensPerProjectPerHour", 14_000]
    ] as const) {
      expect(remaining(large, name)).toBe(limit - took(small) - took(large))
    }
    expect(remaining(large, "concurrentRequests")).toBe(10)
  })

  it("is counted by property, category and project", async () => {
    await run()
    const realtime = await bench.data(`${property}:runRealtimeReport`, {
      body: { metrics: [{ name: "eventCount" }], returnPropertyQuota: true }
    })
    expect(remaining(realtime, "tokensPerDay")).toBe(74_999)
    const other = await run({ token: "sandbox-other-project-token-not-a-secret" })
    expect(remaining(other, "tokensPerProjectPerHour")).toBe(13_999)
    expect(remaining(other, "tokensPerHour")).toBe(39_998)
  })

  it("is reset every hour, and every day in California", async () => {
    await bench.control("/quotas", { property, consumed: { tokensPerHour: 40_000, tokensPerDay: 5000 } })
    expect((await run()).status).toBe(429)
    await bench.control("/clock", { advanceSeconds: 3600 })
    expect((await run()).status).toBe(200)
    await bench.control("/clock", { advanceSeconds: 86_400 })
    expect(remaining(await run(), "tokensPerDay")).toBe(199_999)
  })

  it("metadata and compatibility use core tokens too, the Admin API none", async () => {
    await bench.data(`${property}/metadata`)
    await bench.data(`${property}:checkCompatibility`, { body: {} })
    await bench.admin(property)
    expect(remaining(await run(), "tokensPerDay")).toBe(199_997)
  })
})

describe("exhausted quota", () => {
  it.each([
    ["tokensPerDay", "Exhausted property tokens per day. These quota tokens will return in under 24 hours."],
    ["tokensPerHour", "Exhausted property tokens per hour. These quota tokens will return in under an hour."],
    ["tokensPerProjectPerHour", "Exhausted property tokens for a project per hour."],
    ["serverErrorsPerProjectPerHour", "Exhausted server errors quota"],
    ["potentiallyThresholdedRequestsPerHour", "Exhausted potentially thresholded requests quota."]
  ])("%s is refused with its own message", async (name, words) => {
    await bench.control("/quotas", { property, limits: { [name]: 5 }, consumed: { [name]: 5 } })
    const [status, code, message] = refusalOf(await run())
    expect([status, code]).toEqual([429, "RESOURCE_EXHAUSTED"])
    expect(message).toContain(words)
    expect((await bench.data("properties/320102:runReport", { body })).status).toBe(200)
  })

  it("at most ten concurrent requests", async () => {
    await bench.control("/settings", { latencyMs: 300 })
    const answers = await Promise.all(Array.from({ length: 13 }, () => run()))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(3)
    for (const answer of refused) expect(refusalOf(answer)[2]).toContain("Exhausted concurrent requests quota.")
    await bench.control("/settings", { latencyMs: 0 })
    expect((await run()).status).toBe(200)
  })

  it("ten server errors in an hour block the property for the project", async () => {
    await bench.control("/faults", { fault: "server-error", operation: "runReport", times: 10 })
    for (let time = 0; time < 10; time += 1) expect((await run()).status).toBe(500)
    expect(refusalOf(await run())[2]).toContain("Exhausted server errors quota")
    expect((await run({ token: "sandbox-other-project-token-not-a-secret" })).status).toBe(200)
  })

  it("each report of a batch counts", async () => {
    const reports = { requests: [body, body, body] }
    const answer = await bench.data(`${property}:batchRunReports`, { body: reports })
    const remainingByReport = [0, 1, 2].map((index) =>
      at(answer.body, "reports", index, "propertyQuota", "tokensPerDay", "remaining")
    )
    expect(remainingByReport).toEqual([199_999, 199_998, 199_997])
  })
})
