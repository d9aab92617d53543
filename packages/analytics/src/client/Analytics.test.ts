import { describe, expect, it } from "vitest"

import { endpointsOf } from "../../tests/protocol/messages.ts"
import { sandboxed, SHOP } from "../../tests/sandbox.ts"
import { reasonOf } from "../../tests/service.ts"
import { apiOf } from "./Analytics.ts"

const { client, control } = sandboxed()

const range = "28daysAgo..yesterday"

describe("the client of the simulated service", () => {
  it("runs reports whose parts add up to their totals", async () => {
    const { reports } = client()
    const metrics = ["sessions", "screenPageViews", "totalRevenue"]
    const all = await reports.run({ property: SHOP, metrics, dimensions: ["date", "country"], range, totals: true })
    const sum = (name: string) => all.rows.reduce((total, row) => total + Number(row[name]), 0)
    const [totals = {}] = all.totals ?? []
    expect(all.rows.length).toBeGreaterThan(28)
    expect(sum("sessions")).toBe(totals["sessions"])
    expect(sum("screenPageViews")).toBe(totals["screenPageViews"])
    expect(sum("totalRevenue")).toBeCloseTo(Number(totals["totalRevenue"]), 2)
    expect(all.quota?.tokensPerDay?.remaining).toBeLessThan(200_000)
  })

  it("filters by the short form as the service does", async () => {
    const { reports } = client()
    const report = { property: SHOP, metrics: ["sessions"], dimensions: ["country"], range }
    const all = (await reports.run(report)).rows
    const expected = all.filter(({ country, sessions }) => country !== "Australia" && Number(sessions) > 10)
    const filtered = await reports.run({
      ...report,
      filter: 'country != "Australia" and sessions > 10',
      order: ["-sessions"]
    })
    expect(filtered.rows).toHaveLength(expected.length)
    expect(new Set(filtered.rows.map(({ country }) => country))).toEqual(
      new Set(expected.map(({ country }) => country))
    )
    const counts = filtered.rows.map(({ sessions }) => Number(sessions))
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
  })

  it("compares with the previous period", async () => {
    const { rows } = await client().reports.run({ property: SHOP, metrics: ["sessions"], range, compare: true })
    expect(new Set(rows.map(({ dateRange }) => dateRange))).toEqual(new Set(["current", "previous"]))
  })

  it("reads a complete report in parts", async () => {
    const { reports } = client()
    const report = { property: SHOP, metrics: ["sessions"], dimensions: ["date", "deviceCategory"], range }
    const whole = await reports.run({ ...report, order: ["date", "deviceCategory"] })
    const rows: Array<unknown> = []
    for await (const row of reports.all({ ...report, limit: 20 }).rows) rows.push(row)
    expect(rows).toEqual(whole.rows)
  })

  it("labels the totals of a pivot by the values of the other pivots", async () => {
    const { rows, totals = [] } = await client().reports.pivot({
      property: SHOP,
      metrics: ["sessions"],
      dimensions: ["country", "deviceCategory"],
      range: "a=2026-01-01..2026-01-07, b=2026-01-08..2026-01-14",
      pivots: [
        { fieldNames: ["country"], limit: 2, order: ["-sessions"] },
        { fieldNames: ["deviceCategory"], limit: 5, totals: true },
        { fieldNames: ["dateRange"], limit: 2 }
      ]
    })
    const labels = (all: typeof rows) => new Set(all.map(({ country, dateRange }) => `${country} ${dateRange}`))
    expect(labels(totals)).toEqual(labels(rows))
    expect(totals[0]).toEqual({
      country: expect.any(String),
      dateRange: expect.stringMatching(/^[ab]$/),
      sessions: expect.any(Number)
    })
  })

  it("runs real-time, pivot and batch reports", async () => {
    const { reports } = client()
    const sessions = { property: SHOP, metrics: ["activeUsers"], dimensions: ["country"] }
    expect((await reports.realtime(sessions)).columns.map(({ name }) => name)).toEqual(["country", "activeUsers"])
    const pivots = [{ fieldNames: ["country"], limit: 5 }]
    expect((await reports.pivot({ ...sessions, range, pivots })).pivots[0]?.values.length).toBeGreaterThan(0)
    const { property, ...one } = sessions
    expect((await reports.batch({ property, reports: [one, one] })).reports).toHaveLength(2)
    expect((await reports.batchPivot({ property, reports: [{ ...one, pivots }] })).reports).toHaveLength(1)
    expect((await reports.compatibility(sessions)).metricCompatibilities?.length).toBeGreaterThan(0)
    expect((await reports.metadata({ property })).metrics?.length).toBeGreaterThan(5)
  })

  it("shows sampling, thresholds and the other row", async () => {
    await control("/settings", { sampleEvery: 4, thresholdAlways: true, otherRowAfter: 3 })
    const report = { property: SHOP, metrics: ["sessions"], dimensions: ["pagePath"], range }
    const { quality } = await client().reports.run(report)
    expect(quality).toMatchObject({ sampled: [expect.any(Number)], thresholded: true, otherRow: true })
  })

  it("of a property without data has no rows, and says why", async () => {
    const report = await client().reports.run({
      property: "properties/320103",
      metrics: ["sessions"],
      dimensions: ["date"]
    })
    expect(report).toMatchObject({ rows: [], rowCount: 0, empty: expect.stringMatching(/./) })
  })

  it("suggests the nearest name for an unknown one", async () => {
    const reason = await reasonOf(client().reports.run({ property: SHOP, metrics: ["sesions"] }))
    expect(reason).toMatchObject({
      _tag: "Invalid",
      remedy: { to: "chooseName", names: expect.arrayContaining(["sessions"]) }
    })
  })

  it("creates, changes and deletes a property with its stream and key event", async () => {
    const { properties, dataStreams, keyEvents, accounts } = client()
    const created = await properties.create({
      parent: "accounts/110001",
      displayName: "Outlet",
      timeZone: "Australia/Hobart",
      currencyCode: "AUD"
    })
    const property = created.name
    expect(await properties.update({ property, displayName: "Outlet 2" })).toMatchObject({ displayName: "Outlet 2" })
    const stream = await dataStreams.create({ property, displayName: "Site", defaultUri: "https://outlet.example" })
    expect(stream.webStreamData?.defaultUri).toBe("https://outlet.example")
    expect(await dataStreams.update({ property, dataStreamId: stream.name, displayName: "S" })).toMatchObject({
      displayName: "S"
    })
    const event = await keyEvents.create({ property, eventName: "sign_up" })
    expect(event.countingMethod).toBe("ONCE_PER_EVENT")
    const changed = await keyEvents.update({ property, keyEventId: event.name, countingMethod: "ONCE_PER_SESSION" })
    expect(changed.countingMethod).toBe("ONCE_PER_SESSION")
    expect(await reasonOf(keyEvents.create({ property, eventName: "sign_up" }))).toMatchObject({ _tag: "Conflict" })
    await keyEvents.delete({ property, keyEventId: event.name })
    await dataStreams.delete({ property, dataStreamId: stream.name })
    expect((await properties.delete({ property })).deleteTime).toBeDefined()
    const names: Array<string> = []
    for await (const { name } of properties.list({ parent: "110001" }).items) names.push(name)
    expect(names).not.toContain(property)
    expect((await accounts.page({})).items.length).toBeGreaterThan(1)
  })

  it("knows what it may not change, and which role that needs", async () => {
    const reason = await reasonOf(client().keyEvents.create({ property: "properties/320203", eventName: "sign_up" }))
    expect(reason).toMatchObject({ _tag: "Forbidden", needs: expect.stringContaining("Editor"), nothing: "sent" })
    const property = { displayName: "Not mine", timeZone: "Pacific/Auckland", currencyCode: "NZD" }
    const refused = await reasonOf(client().properties.create({ parent: "110002", ...property }))
    expect(refused).toMatchObject({ _tag: "Forbidden", needs: expect.stringContaining("Administrator") })
  })

  it("names the exhausted quota", async () => {
    await control("/quotas", { property: SHOP, consumed: { tokensPerDay: 200_000 } })
    const reason = await reasonOf(client().reports.run({ property: SHOP, metrics: ["sessions"] }))
    expect(reason).toMatchObject({ _tag: "QuotaExhausted", what: expect.stringContaining("on this day") })
  })

  it("returns failures unchanged", async () => {
    const reason = await reasonOf(
      client({ token: "another-token" }).reports.run({ property: SHOP, metrics: ["sessions"] })
    )
    expect(reason).toMatchObject({ _tag: "Unauthorized" })
  })
})

it.each([
  ["data", 20],
  ["admin", 100]
] as const)("knows the %s endpoints of the official messages as such", (api, least) => {
  const endpoints = endpointsOf(api)
  expect(endpoints.length).toBeGreaterThan(least)
  expect(endpoints.filter((endpoint) => apiOf(endpoint) !== api)).toEqual([])
  expect(endpoints.filter((endpoint) => apiOf(`${endpoint.slice(1)}?alt=json`) !== api)).toEqual([])
})
