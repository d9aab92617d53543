import { describe, expect, it } from "vitest"

import { at, objects, refusalOf, startFor } from "../testing/bench.ts"
import { dateRanges, lines, named, property, runner, sumOf } from "../testing/reports.ts"

const bench = startFor()
const run = runner(bench)

describe("other kinds of reports", () => {
  it("a pivot's cells and totals are the plain report's rows", async () => {
    const body = { dateRanges, dimensions: named("country", "deviceCategory"), metrics: named("sessions") }
    const { body: plain } = await run(body)
    const { body: pivot } = await run(
      {
        ...body,
        pivots: [
          { fieldNames: ["country"], limit: 3, metricAggregations: ["TOTAL", "MAXIMUM"] },
          { fieldNames: ["deviceCategory"], limit: 10, orderBys: [{ dimension: { dimensionName: "deviceCategory" } }] }
        ]
      },
      `${property}:runPivotReport`
    )
    expect(objects(at(pivot, "pivotHeaders")).map(({ rowCount }) => rowCount)).toEqual([
      new Set(lines(plain).map(([country]) => country)).size,
      4
    ])
    const cells = lines(pivot)
    expect(cells.length).toBeGreaterThan(8)
    for (const cell of cells) expect(lines(plain)).toContainEqual(cell)
    const devices = await run({ ...body, dimensions: named("deviceCategory") })
    const totals = lines(pivot, "aggregates").filter(([country]) => country === "RESERVED_TOTAL")
    expect(totals.map((line) => line.slice(1).join()).toSorted()).toEqual(
      lines(devices.body)
        .map((line) => line.join())
        .toSorted()
    )
  })

  it.each([
    [[{ fieldNames: ["country"] }], "limit"],
    [[{ fieldNames: ["country"], limit: 250_001 }], "product of the limits"],
    [[{ fieldNames: ["city"], limit: 1 }], "is in no pivot"],
    [[], "at least one pivot"]
  ])("a pivot report with %j is refused", async (pivots, words) => {
    const body = { dateRanges, dimensions: named("country"), metrics: named("sessions"), pivots }
    const [status, , message] = refusalOf(await run(body, `${property}:runPivotReport`))
    expect(status).toBe(400)
    expect(message).toContain(words)
  })

  // "Dimensions must be requested to be used in this filter", says RunPivotReportRequest, and a dimension is visible only
  // in a pivot.
  it("a pivot report filters by requested fields only, and hides those of filters", async () => {
    const text = (fieldName: string, value: string) => ({ filter: { fieldName, stringFilter: { value } } })
    const pivots = [{ fieldNames: ["country"], limit: 3 }]
    const body = { dateRanges, dimensions: named("country"), metrics: named("sessions"), pivots }
    const pivot = (more: object) => run({ ...body, ...more }, `${property}:runPivotReport`)
    const sessions = {
      filter: { fieldName: "totalUsers", numericFilter: { operation: "GREATER_THAN", value: { int64Value: "1" } } }
    }
    for (const filter of [{ dimensionFilter: text("deviceCategory", "mobile") }, { metricFilter: sessions }]) {
      expect(refusalOf(await pivot(filter))[2]).toContain("must be requested")
    }
    expect(refusalOf(await pivot({ metrics: [] }))[2]).toContain("At least one metric")
    const { body: filtered } = await pivot({
      dimensions: named("country", "deviceCategory"),
      dimensionFilter: text("deviceCategory", "mobile"),
      metrics: [{ name: "sessions" }, { name: "totalUsers", invisible: true }],
      metricFilter: sessions
    })
    expect(objects(at(filtered, "dimensionHeaders")).map(({ name }) => name)).toEqual(["country"])
    expect(objects(at(filtered, "metricHeaders")).map(({ name }) => name)).toEqual(["sessions"])
    expect(lines(filtered)).toHaveLength(3)
  })

  it("realtime: the events by minute add up to all events of the last 30 minutes", async () => {
    const live = async (body: object) => run(body, `${property}:runRealtimeReport`)
    const minutes = await live({
      dimensions: named("minutesAgo"),
      metrics: named("eventCount"),
      metricAggregations: ["TOTAL"]
    })
    expect(sumOf(lines(minutes.body))).toBe(sumOf(lines(minutes.body, "totals")))
    expect(lines(minutes.body).every(([minute]) => /^[0-2]\d$/.test(String(minute)))).toBe(true)
    const refused = [
      { metrics: named("sessions") },
      { metrics: named("eventCount"), dimensions: named("pageTitle") },
      { metrics: named("eventCount"), minuteRanges: [{ startMinutesAgo: 30 }] },
      { metrics: named("eventCount"), minuteRanges: [{}, {}, {}] },
      { metrics: named("eventCount"), offset: 1 }
    ]
    for (const body of refused) expect((await live(body)).status).toBe(400)
  })

  it("compatibility is reported for every field", async () => {
    const { body } = await run(
      { metrics: named("sessions"), compatibilityFilter: "INCOMPATIBLE" },
      `${property}:checkCompatibility`
    )
    expect(objects(at(body, "dimensionCompatibilities")).map((one) => at(one, "dimensionMetadata", "apiName"))).toEqual(
      ["itemName", "itemCategory"]
    )
  })
})
