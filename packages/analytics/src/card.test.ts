import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import fixture from "../fixtures/sessions-by-date.json" with { type: "json" }
import { SHOP } from "../tests/sandbox.ts"
import { stepWorld } from "../tests/steps.ts"
import { reportCard, type ReportOutput } from "./card.ts"
import { runReports } from "./tool-steps/run-reports.ts"
import { asRows, reader } from "./wire/reports/answers.ts"

const origin = { fetchedAt: "2026-01-10T00:00:00Z", fromCache: false }

const sessionsByDate = (): ReportOutput =>
  asRows(Effect.runSync(reader("test")(fixture.body, [{ startDate: "2026-01-01", endDate: "2026-01-03" }])))

const { run } = stepWorld(runReports)

it("draws a line over time, in chronological order", () => {
  expect(reportCard(sessionsByDate(), origin)).toMatchObject({
    title: "sessions, totalRevenue",
    subtitle: "by date · 3 rows",
    chart: {
      kind: "line",
      x: ["2026-01-01", "2026-01-02", "2026-01-03"],
      series: [{ label: "sessions", values: [900, 1100, 1250] }],
      unit: "sessions",
      text: "sessions by date: from 900 to 1,250."
    },
    ...origin
  })
})

it("says of a part of several periods only that there are more rows: their number is not known", () => {
  const rows = [1, 2].map((sessions) => ({ country: "AU", dateRange: `date_range_${sessions}`, sessions }))
  const subtitleOf = (rowCount: number) => reportCard({ rows, rowCount, quality: {} }, origin).subtitle
  expect(subtitleOf(3)).toBe("by country, dateRange · more than 2 rows")
  expect(subtitleOf(2)).toBe("by country, dateRange · 2 rows")
})

describe("a day without a row", () => {
  const days = (metric: string, values: Readonly<Record<string, number>>, more: object = {}): ReportOutput => {
    const rows = Object.entries(values).map(([date, value]) => ({ date, [metric]: value }))
    return { rows, rowCount: rows.length, quality: {}, ...more }
  }
  const sparse = { "2026-01-04": 3, "2026-01-01": 2 }
  const chartOf = (report: ReportOutput) => reportCard(report, origin).chart

  it("is none if the clocks of the property's time zone skip its hour", () => {
    const report = days("sessions", {}, { timeZone: "Australia/Sydney" })
    const rows = ["2026-10-04T01", "2026-10-04T03"].map((dateHour) => ({ dateHour, sessions: 7 }))
    expect(chartOf({ ...report, rows, rowCount: 2 })).toMatchObject({ series: [{ values: [7, 7] }] })
    expect(chartOf({ ...report, rows, rowCount: 2, timeZone: "Asia/Tokyo" })).toMatchObject({
      series: [{ values: [7, 0, 7] }]
    })
  })

  it("has no sessions", () => {
    expect(chartOf(days("sessions", sparse))).toMatchObject({
      x: ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"],
      series: [{ values: [2, 0, 0, 3] }],
      text: "sessions by date: from 0 to 3."
    })
  })

  it("has no rate, and no figure that is known if rows are withheld", () => {
    for (const report of [
      days("engagementRate", sparse),
      days("sessions", sparse, { quality: { thresholded: true } })
    ]) {
      expect(chartOf(report)?.series[0]?.values).toEqual([2, null, null, 3])
    }
  })

  it("may be a row that was not read", () => {
    expect(chartOf(days("sessions", sparse, { rowCount: 4 }))?.x).toEqual(["2026-01-01", "2026-01-04"])
  })
})

it("says what limits the quality of the figures", () => {
  expect(reportCard(sessionsByDate(), origin).notices).toEqual([
    { tone: "warning", text: "Estimated from 25 % of the events." },
    { tone: "warning", text: "Rows with few users are left out." },
    { tone: "warning", text: 'Rare values are grouped as "(other)", where filters do not find them.' },
    { tone: "warning", text: "The account may not see totalRevenue: its zeros are meaningless." }
  ])
  const severalShares = { ...sessionsByDate(), quality: { sampled: [0.25, 0.125, 0.5] } }
  expect(reportCard(severalShares, origin).notices.map(({ text }) => text)).toEqual([
    "Estimated from 12.5 % of the events."
  ])
  const truncated = [{ reason: "DATE_RANGE", message: "Data before May is gone.", dates: ["2026-01-01..2026-04-30"] }]
  const late = { ...sessionsByDate(), quality: { truncated, unsettledFrom: "2026-01-02" } }
  expect(reportCard(late, origin).notices.map(({ text }) => text)).toEqual([
    "Incomplete: Data before May is gone. 2026-01-01..2026-04-30",
    "Figures from 2026-01-02 on may still change."
  ])
})

it("lists totals and rows, each figure with its source", () => {
  const { sections } = reportCard(sessionsByDate(), origin)
  expect(sections.map(({ title }) => title)).toEqual(["Totals", "Rows"])
  expect(sections[0]?.rows.map(({ source, value }) => [source, value])).toEqual([
    ["totals[0].sessions", "3250"],
    ["totals[0].totalRevenue", "92.75"]
  ])
  expect(sections[1]?.rows[0]).toEqual({
    label: "2026-01-03 · sessions",
    value: "1250",
    kind: "number",
    source: "rows[0].sessions"
  })
})

it("names a row whose dimension the service left empty, so that it does not look like a total", () => {
  const rows = [
    { country: "", sessions: 5 },
    { country: "Australia", sessions: 4 }
  ]
  const { chart, sections } = reportCard({ rows, rowCount: 2, quality: {} }, origin)
  expect(sections[0]?.rows.map(({ label }) => label)).toEqual(["(not set)", "Australia"])
  expect(chart?.x).toEqual(["(not set)", "Australia"])
})

it("draws bars of the step's named rows, and says how many of how many", async () => {
  const input = { property: SHOP, metrics: ["sessions"], dimensions: ["country"], range: "90daysAgo..yesterday" }
  const report = await run({ ...input, order: ["-sessions"], limit: 2 })
  const { chart } = reportCard(report, origin)
  expect(chart).toMatchObject({ kind: "bar", unit: "sessions" })
  expect(chart?.x).toEqual(report.rows.map(({ country }: { country: string }) => country))
  expect(chart?.text).toContain(`2 of ${report.rowCount} rows`)
})

it("draws no chart for several dimensions, a single figure or no rows", async () => {
  const range = "90daysAgo..yesterday"
  const split = await run({ property: SHOP, metrics: ["sessions"], dimensions: ["date", "country"], range })
  expect(reportCard(split, origin)).not.toHaveProperty("chart")
  const single = await run({ property: SHOP, metrics: ["sessions"], range })
  expect(reportCard(single, origin)).toMatchObject({ title: "sessions", subtitle: "1 row" })
  expect(reportCard(single, origin)).not.toHaveProperty("chart")
  const nobody = await run({
    property: SHOP,
    metrics: ["sessions"],
    filter: 'country == "Atlantis"',
    dimensions: ["country"],
    range
  })
  const empty = reportCard(nobody, origin)
  expect(empty).toMatchObject({ title: "Report", subtitle: "0 rows", sections: [] })
  expect(empty.notices[0]).toMatchObject({ tone: "neutral", text: expect.stringContaining("no data") })
})
