/** Tests charts and tables, also over time, of a service that leaves out days without events. */
import { expect, it } from "vitest"

import { commandsOver } from "../../tests/commands.ts"
import { report as wireReport, service } from "../../tests/service.ts"
import { runnerOf } from "../../tests/world.ts"

const { account, answer } = service()
const runtime = runnerOf(() => [account()])
const { report, files } = commandsOver(runtime)

const DAYS = ["2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08"]
const asking = { property: "1", metrics: "sessions", dimensions: "date", range: "2026-03-05..2026-03-08" }

const answerRows = (rows: ReadonlyArray<ReadonlyArray<string>>, dimensions = ["date"], rowCount = rows.length) =>
  answer(() => ({ body: wireReport(dimensions, [["sessions", "TYPE_INTEGER"]], rows, { rowCount }) }))

const TWO = [
  ["20260305", "2"],
  ["20260308", "3"]
]

it.each(["line", "bar"] as const)("a %s chart shows the days without a row", async (chart) => {
  answerRows(TWO)
  const { card, table } = await report({ ...asking, chart })
  expect(card?.chart).toMatchObject({
    x: DAYS,
    series: [{ values: [2, 0, 0, 3] }],
    text: "sessions by date: most 3 (2026-03-08), least 0 (2026-03-06)."
  })
  expect(table?.rows).toHaveLength(2)
})

it("an hour that the property's clocks skip is not one without sessions", async () => {
  const hours = ["2026100400", "2026100401", "2026100403", "2026100405"]
  answerRows(
    hours.map((hour) => [hour, "7"]),
    ["dateHour"]
  )
  const { card } = await report({ ...asking, dimensions: "dateHour", range: "2026-10-04", chart: "line" })
  expect(card?.chart).toMatchObject({
    x: ["2026-10-04T00", "2026-10-04T01", "2026-10-04T03", "2026-10-04T04", "2026-10-04T05"],
    series: [{ values: [7, 7, 7, 0, 7] }],
    text: "sessions by dateHour: most 7 (2026-10-04T00), least 0 (2026-10-04T04)."
  })
})

it("a chart's sentence does not put the service's own brackets into others", async () => {
  answerRows(
    [
      ["shop", "7"],
      ["(not set)", "2"]
    ],
    ["source"]
  )
  const { card } = await report({ ...asking, dimensions: "source", chart: "bar" })
  expect(card?.chart?.text).toBe("sessions by source: most 7 (shop), least 2 (not set).")
})

it.each([["sessions > 1"], ["not sessions between 5 and 9"]])(
  "a day without a row may have been filtered out: %s",
  async (filter) => {
    answerRows(TWO)
    const { card } = await report({ ...asking, filter, chart: "line" })
    expect(card?.chart).toMatchObject({ x: DAYS, series: [{ values: [2, null, null, 3] }] })
  }
)

it("bars in another order, and rows that were not all read, stay as they are", async () => {
  answerRows(TWO.toReversed())
  const bars = await report({ ...asking, order: "-sessions", chart: "bar" })
  expect(bars.card?.chart?.x).toEqual(["2026-03-08", "2026-03-05"])
  answerRows(TWO, ["date"], 12_000)
  const part = await report({ ...asking, chart: "line" })
  expect(part.card?.chart?.x).toEqual(["2026-03-05", "2026-03-08"])
})

it("a comparison is in the order of its days, also if only the previous period has one", async () => {
  answerRows(
    [
      ["20260301", "previous", "1"],
      ["20260302", "previous", "4"],
      ["20260305", "current", "2"],
      ["20260308", "current", "3"]
    ],
    ["date", "dateRange"]
  )
  const { card, table } = await report({ ...asking, compare: true, chart: "bar" })
  expect(table?.rows.map((row) => row.slice(0, 3))).toEqual([
    ["2026-03-05", "2", "1"],
    ["2026-03-06", "–", "4"],
    ["2026-03-08", "3", "–"]
  ])
  expect(card?.chart).toMatchObject({ x: DAYS, series: [{ values: [2, 0, 0, 3] }, { values: [1, 4, 0, 0] }] })
  const latest = await report({ ...asking, order: "-date", compare: true })
  expect(latest.table?.rows.map(([day]) => day)).toEqual(["2026-03-08", "2026-03-06", "2026-03-05"])
})

it("a comparison has no days outside of its periods, for which the service says 0", async () => {
  const days = ["20260301", "20260302", "20260303", "20260304", "20260305", "20260306", "20260307", "20260308"]
  const rowsOf = (figures: ReadonlyArray<string>, period: string) =>
    days.map((day, at) => [day, period, figures[at] ?? ""])
  answerRows(
    [
      ...rowsOf(["0", "0", "0", "0", "2", "0", "4", "3"], "current"),
      ...rowsOf(["1", "4", "0", "5", "0", "0", "0", "0"], "previous")
    ],
    ["date", "dateRange"]
  )
  const { card, table } = await report({ ...asking, compare: true, chart: "line" })
  expect(table?.rows.map((row) => row.slice(0, 3))).toEqual([
    ["2026-03-05", "2", "1"],
    ["2026-03-06", "0", "4"],
    ["2026-03-07", "4", "0"],
    ["2026-03-08", "3", "5"]
  ])
  expect(card?.chart).toMatchObject({ x: DAYS, series: [{ values: [2, 0, 4, 3] }, { values: [1, 4, 0, 5] }] })
})

it("a table of two periods that are not compared has no days outside of them either, and is whole without", async () => {
  answerRows(
    [
      ["20260301", "before", "1"],
      ["20260301", "now", "0"],
      ["20260305", "now", "2"],
      ["20260305", "before", "0"]
    ],
    ["date", "dateRange"]
  )
  const range = "now=2026-03-05..2026-03-08, before=2026-03-01..2026-03-04"
  const { table, card, footer, json } = await report({ ...asking, range })
  expect(table?.rows).toEqual([
    ["2026-03-01", "before", "1"],
    ["2026-03-05", "now", "2"]
  ])
  expect(card?.subtitle).toMatch(/2 rows$/)
  expect(footer?.join(" ")).not.toContain("--limit")
  expect(json).toMatchObject({ rows: [{}, {}], rowCount: 2 })
})

it("of two periods whose service counts their days once, a table and a file say whether they are whole", async () => {
  const four = [
    ["20260301", "before", "1"],
    ["20260301", "now", "0"],
    ["20260305", "now", "2"],
    ["20260305", "before", "0"]
  ]
  const two = { ...asking, range: "now=2026-03-05..2026-03-08, before=2026-03-01..2026-03-04" }
  answerRows(four, ["date", "dateRange"], 2)
  const whole = await report({ ...two, limit: 4 })
  expect(whole.card?.subtitle).toMatch(/ · 2 rows$/)
  expect(whole.footer?.join(" ")).not.toContain("--limit")
  answerRows(four, ["date", "dateRange"], 3)
  const part = await report({ ...two, limit: 2 })
  expect(part.card?.subtitle).toMatch(/ · more than 2 rows$/)
  expect(part.footer?.[0]).toMatch(/^2 of more than 2 rows: --limit shows more/)
  const file = await report({ ...two, limit: 2, csv: "part.csv" })
  expect(file.footer?.[0]).toBe("2 of more than 2 rows were written.")
})

it("a file has no days outside of their periods, for which the service says 0, and says so", async () => {
  answerRows(
    [
      ["20260301", "previous", "1"],
      ["20260301", "current", "0"],
      ["20260305", "current", "2"],
      ["20260305", "previous", "0"],
      ["20260306", "current", "0"],
      ["20260306", "previous", "0"]
    ],
    ["date", "dateRange"]
  )
  const { footer, json } = await report({ ...asking, compare: true, csv: "a.csv" })
  expect(files.get("a.csv")?.split(/\r?\n/).slice(1, -1)).toEqual([
    "2026-03-01,previous,1",
    "2026-03-05,current,2",
    "2026-03-06,current,0"
  ])
  expect(json).toMatchObject({ rows: 3, rowCount: 3 })
  expect(footer?.join(" ")).toMatch(/^Left out: 3 rows that say 0 for a day outside of their period\./)
})

it("compares days with days, and other dimensions by their values, whatever these look like", async () => {
  const compared = { ...asking, range: "2026-11-08..2026-11-14", compare: true }
  answerRows(
    [
      ["2026-11-10", "current", "5"],
      ["2026-11-03", "current", "4"],
      ["2026-11-03", "previous", "2"]
    ],
    ["sessionCampaignName", "dateRange"]
  )
  const byCampaign = await report({ ...compared, dimensions: "sessionCampaignName" })
  expect(byCampaign.table?.rows).toEqual([
    ["2026-11-10", "5", "–", "–"],
    ["2026-11-03", "4", "2", "+100.0 %"]
  ])
  answerRows(
    [
      ["202611101305", "current", "5"],
      ["202611031305", "previous", "2"]
    ],
    ["dateHourMinute", "dateRange"]
  )
  const byMinute = await report({ ...compared, dimensions: "dateHourMinute" })
  expect(byMinute.table?.rows).toEqual([["2026-11-10T13:05", "5", "2", "+150.0 %"]])
})

it("a row whose dimension the service left empty has a name", async () => {
  const rows = [
    ["", "5"],
    ["Australia", "4"]
  ]
  answerRows(rows, ["country"])
  const { card, table, json } = await report({ ...asking, dimensions: "country", chart: "bar" })
  expect(table?.rows).toEqual([
    ["(not set)", "5"],
    ["Australia", "4"]
  ])
  expect(card?.chart?.x).toEqual(["(not set)", "Australia"])
  expect(json).toMatchObject({ rows: [{ country: "" }, { country: "Australia" }] })
})
