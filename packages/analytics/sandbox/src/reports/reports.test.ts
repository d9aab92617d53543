import { describe, expect, it } from "vitest"

import { at, objects, refusalOf, startFor } from "../testing/bench.ts"
import { dateRanges, lines, named, property, runner, sumOf } from "../testing/reports.ts"

const bench = startFor()
const run = runner(bench)

describe("refusals", () => {
  it.each([
    [{ dateRanges, metrics: named("sesions") }, "Did you mean sessions? Field sesions is not a valid metric."],
    [{ dateRanges, dimensions: named("pagepath") }, "Did you mean pagePath?"],
    [{ dateRanges }, "dimensions and/or metrics"],
    [{ metrics: named("sessions") }, "date range is required"],
    [
      { dateRanges: [{ startDate: "30dayAgo", endDate: "today" }], metrics: named("sessions") },
      "Invalid startDate '30dayAgo'"
    ],
    [{ dateRanges: [{ startDate: "2026-02-30", endDate: "today" }], metrics: named("sessions") }, "Invalid startDate"],
    [
      { dateRanges: [{ startDate: "today", endDate: "yesterday" }], metrics: named("sessions") },
      "is after the endDate"
    ],
    [
      { dateRanges: Array.from({ length: 5 }, () => dateRanges[0]), metrics: named("sessions") },
      "limited to 4 dateRanges"
    ],
    [
      {
        dateRanges,
        dimensions: named("date", "city", "country", "region", "browser", "hour", "day", "month", "year", "week")
      },
      "limited to 9 dimensions"
    ],
    [{ dateRanges, metrics: named(..."abcdefghijk") }, "limited to 10 metrics"],
    [{ dateRanges, metrics: named("sessions"), limit: "-1" }, "limit must be positive"],
    [{ dateRanges, metrics: named("sessions"), limit: "many" }, "TYPE_INT64"],
    [{ dateRanges, metrics: named("sessions"), metricAggregations: ["AVERAGE"] }, "TYPE_ENUM"],
    [{ dateRanges, metrics: named("sessions"), dimensionFilter: {} }, "filter expression is empty"],
    [
      {
        dateRanges,
        metrics: named("sessions"),
        dimensionFilter: { filter: { fieldName: "sessions", emptyFilter: {} } }
      },
      "cannot be used in a dimensionFilter"
    ],
    [
      {
        dateRanges,
        metrics: named("sessions"),
        dimensionFilter: { filter: { fieldName: "city", stringFilter: { matchType: "FULL_REGEXP", value: "(" } } }
      },
      "regular expression"
    ],
    [{ dateRanges, metrics: named("sessions"), dimensionFilter: { filter: {}, notExpression: {} } }, "oneof"],
    [
      { dateRanges, metrics: named("sessions"), orderBys: [{ metric: { metricName: "newUsers" } }] },
      "not among the metrics"
    ],
    [
      { dateRanges, metrics: named("sessions"), dimensions: named("itemName") },
      "Please remove itemName to make the request compatible"
    ],
    [{ dateRanges, metrics: [{ name: "rate", expression: "sessions/(" }] }, "metric expression"],
    [{ dateRanges, metrics: [{ name: "rate", expression: "sessions % 2" }] }, "metric expression"],
    [{ dateRanges, metrics: named("sessions"), currencyCode: "AUDD" }, "ISO 4217"]
  ])("%j", async (body, words) => {
    const [status, name, message] = refusalOf(await run(body))
    expect([status, name]).toEqual([400, "INVALID_ARGUMENT"])
    expect(message).toContain(words)
  })

  it("a body that is not JSON, and a property that is not a number", async () => {
    expect(refusalOf(await bench.data(`${property}:runReport`, { body: "{" }))[2]).toContain("Invalid JSON payload")
    expect(refusalOf(await run({}, "properties/UA-1:runReport"))[2]).toContain("numeric Property ID")
    expect(refusalOf(await run({}, "properties/320901:runReport"))[2]).toContain(
      "sufficient permissions for this property"
    )
  })

  it("names everything that is wrong with a body in one error", async () => {
    const { body } = await run({ dateRange: [], metrics: [{ nam: "sessions" }], limit: true })
    expect(objects(at(body, "error", "details", 0, "fieldViolations")).map(({ field }) => field)).toEqual([
      "",
      "metrics[0]",
      "limit"
    ])
  })

  it("six reports in a batch, one of another property, and an empty batch", async () => {
    const path = `${property}:batchRunReports`
    const report = { dateRanges, metrics: named("sessions") }
    expect(refusalOf(await run({ requests: Array.from({ length: 6 }, () => report) }, path))[2]).toContain(
      "limited to 5"
    )
    expect((await run({ requests: [{ ...report, property: "properties/320102" }] }, path)).status).toBe(400)
    expect((await run({}, path)).status).toBe(400)
  })
})

describe("a report", () => {
  it("accepts snake case, enums as numbers, int64 as text and former names, and returns enums as numbers on request", async () => {
    const body = {
      date_ranges: [{ start_date: "2026-08-03", end_date: "2026-09-13" }],
      metrics: named("conversions"),
      metric_aggregations: [1],
      limit: "1"
    }
    const { body: report } = await bench.data(`${property}:runReport?$alt=json;enum-encoding=int`, { body })
    expect(at(report, "metricHeaders")).toEqual([{ name: "conversions", type: 2 }])
    expect(lines(report)).toEqual(lines(report, "totals").map((line) => line.slice(-1)))
  })

  it("compares, and has one total for each comparison and date range", async () => {
    const only = (value: string) => ({ filter: { fieldName: "deviceCategory", stringFilter: { value } } })
    const { body } = await run({
      dateRanges: [...dateRanges, { startDate: "2026-09-14", endDate: "2026-09-20", name: "after" }],
      dimensions: named("country"),
      metrics: named("sessions"),
      comparisons: [
        { name: "phones", dimensionFilter: only("mobile") },
        { dimensionFilter: { notExpression: only("mobile") } }
      ],
      metricAggregations: ["TOTAL"]
    })
    expect(objects(at(body, "dimensionHeaders")).map(({ name }) => name)).toEqual([
      "country",
      "comparison",
      "dateRange"
    ])
    const total = lines(body, "totals")
    expect(total.map((line) => line.slice(1, 3))).toEqual([
      ["phones", "date_range_0"],
      ["comparison_1", "date_range_0"],
      ["phones", "after"],
      ["comparison_1", "after"]
    ])
    const whole = await run({ dateRanges, metrics: named("sessions") })
    expect(sumOf(total.slice(0, 2))).toBe(sumOf(lines(whole.body)))
  })

  it("computes with metrics, hides some, and joins dimensions", async () => {
    const { body } = await run({
      dateRanges,
      dimensions: [
        {
          name: "place",
          dimensionExpression: { concatenate: { dimensionNames: ["country", "city"], delimiter: "/" } }
        },
        { name: "device", dimensionExpression: { upperCase: { dimensionName: "deviceCategory" } } }
      ],
      metrics: [
        { name: "sessions" },
        { name: "totalUsers", invisible: true },
        { name: "more", expression: "(sessions + totalUsers) * 2" }
      ],
      limit: 1
    })
    expect(objects(at(body, "metricHeaders")).map(({ name }) => name)).toEqual(["sessions", "more"])
    const [[place, device, sessions, more] = []] = lines(body)
    expect([place, device]).toEqual(["Australia/Sydney", "DESKTOP"])
    expect(Number(more)).toBeGreaterThan(Number(sessions) * 2)
  })

  it("keeps empty rows on request", async () => {
    const body = {
      dateRanges,
      dimensions: named("pagePath"),
      metrics: named("addToCarts"),
      dimensionFilter: { filter: { fieldName: "eventName", stringFilter: { value: "scroll" } } }
    }
    expect(lines((await run(body)).body)).toEqual([])
    expect(lines((await run({ ...body, keepEmptyRows: true })).body).length).toBeGreaterThan(5)
  })

  it("orders by texts, numbers and metrics", async () => {
    const ordered = async (dimension: object) => {
      const { body } = await run({
        dateRanges,
        dimensions: named("dayOfWeek"),
        orderBys: [{ dimension: { dimensionName: "dayOfWeek", ...dimension }, desc: true }]
      })
      return lines(body).map(([text]) => text)
    }
    expect(await ordered({ orderType: "NUMERIC" })).toEqual(["6", "5", "4", "3", "2", "1", "0"])
    expect(await ordered({})).toEqual(["6", "5", "4", "3", "2", "1", "0"])
  })

  it("converts money to another currency, and uses the property's time zone for days", async () => {
    const body = { dateRanges, metrics: named("totalRevenue") }
    const [own, other] = [await run(body), await run({ ...body, currencyCode: "NZD" })]
    expect(sumOf(lines(other.body))).toBeCloseTo(sumOf(lines(own.body)) * 1.1, 6)
    expect(at(other.body, "metadata", "currencyCode")).toBe("NZD")
    const { body: chatham } = await run({ ...body, metrics: named("sessions") }, "properties/320202:runReport")
    expect(at(chatham, "metadata", "timeZone")).toBe("Pacific/Chatham")
  })

  it("of a property without a stream has no rows, and says why", async () => {
    const { body } = await run(
      { dateRanges, metrics: named("sessions"), dimensions: named("city") },
      "properties/320103:runReport"
    )
    expect(body).toMatchObject({ metadata: { emptyReason: expect.any(String) as string, currencyCode: "AUD" } })
    expect(body).not.toHaveProperty("rows")
    expect(body).not.toHaveProperty("rowCount")
  })

  // https://github.com/google/site-kit-wp/issues/6835
  it("has an empty total for each date range without data", async () => {
    const future = { startDate: "2036-01-01", endDate: "2036-01-02" }
    const body = { metrics: named("sessions"), dimensions: named("city"), metricAggregations: ["TOTAL"] }
    const { body: empty } = await run({ ...body, dateRanges: [future] })
    expect(at(empty, "totals")).toEqual([{}])
    const { body: half } = await run({ ...body, dateRanges: [...dateRanges, future] })
    expect(at(half, "totals")).toEqual([{ dimensionValues: expect.any(Array), metricValues: expect.any(Array) }, {}])
  })
})
