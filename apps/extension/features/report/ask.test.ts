import { expect, it } from "vitest"

import { daysOf, isReport, type Report } from "../site/figures/figures.ts"
import { inputsOf, tableOf } from "./ask.ts"

const reportOf = (rows: ReadonlyArray<object>): Report => {
  const output = { rows, rowCount: rows.length, quality: {}, ranges: [{ endDate: "2026-11-21" }] }
  if (!isReport(output)) throw new Error("no report")
  return output
}

it("each day is compared with the one as many days before as the period has", () => {
  const report = reportOf([
    { date: "2026-11-15", dateRange: "current", activeUsers: 8 },
    { date: "2026-11-21", dateRange: "current", activeUsers: 5 },
    { date: "2026-11-08", dateRange: "previous", activeUsers: 4 },
    { date: "2026-11-13", dateRange: "previous", activeUsers: 3 }
  ])
  const days = daysOf(report, 7, 0)
  expect([days?.dates[0], days?.dates.at(-1)]).toEqual(["2026-11-15", "2026-11-21"])
  expect([days?.now, days?.before]).toEqual([
    [8, 0, 0, 0, 0, 0, 5],
    [4, 0, 0, 0, 0, 3, 0]
  ])
})

it("every day is asked for, for either period, because one without a row has no users", () => {
  const place = { property: { account: "a", property: "properties/1", name: "" }, address: "https://a.example/" }
  const [, days, table] = inputsOf(
    { ...place, scope: "site" },
    { range: "365daysAgo..yesterday", scope: "site", by: "date" }
  )
  expect(days.limit).toBeGreaterThanOrEqual(2 * 2 * 365)
  expect(table.limit).toBeGreaterThanOrEqual(365)
})

it("a table with a row that cannot be read is none", () => {
  const row = { country: "Australia", activeUsers: 1, sessions: 1, screenPageViews: 1, keyEvents: 0 }
  expect(tableOf(reportOf([row]), "country")?.rows).toEqual([["Australia", 1, 1, 1, 0]])
  for (const damaged of [
    { ...row, sessions: "1" },
    { ...row, country: 7 }
  ])
    expect(tableOf(reportOf([row, damaged]), "country")).toBeUndefined()
})
