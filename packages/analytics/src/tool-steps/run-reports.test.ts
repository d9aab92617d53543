import { Progress, type StepProgress } from "@inlay/agent-plugin/Caller"
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { SHOP } from "../../tests/sandbox.ts"
import { stepWorld } from "../../tests/steps.ts"
import { ownDays } from "../wire/reports/own-days.ts"
import { runReports } from "./run-reports.ts"

const { run, reason, calls, steps, client, control } = stepWorld(runReports)

const input = { property: SHOP, metrics: ["sessions"], dimensions: ["date", "pagePath"], range: "90daysAgo..yesterday" }

it("returns at most 100 rows and 16 KB, with the input for the rest", async () => {
  const first = await run(input)
  expect(first.rows.length).toBeLessThanOrEqual(100)
  expect(JSON.stringify(first).length).toBeLessThan(16_384)
  expect(first).toMatchObject({ rowCount: expect.any(Number), left_out: [expect.stringContaining("follow")] })
  const second = await run(first.next)
  expect(second.next.offset).toBe(first.rows.length + second.rows.length)
  const names = [...first.rows, ...second.rows].map(({ date, pagePath }) => `${date} ${pagePath}`)
  expect(new Set(names).size).toBe(names.length)
})

describe("pages", () => {
  it.each([
    ["in no order", {}],
    ["in an order with ties", { order: ["-sessions"] }],
    ["in an order of a dimension with ties", { order: ["date"] }],
    ["in columns", { columns: true, max_kb: 3 }]
  ])("%s have every row once", async (_, more) => {
    const names: Array<string> = []
    let count = 0
    for (let next: unknown = { ...input, limit: 75, ...more }; next !== undefined && names.length < 500;) {
      const page = await run(next)
      const { date, pagePath, dateRange = [] } = page.columns ?? {}
      const rows = page.rows ?? date.map((day: string, at: number) => [day, pagePath[at], dateRange[at], 0])
      names.push(...rows.map((row: object) => Object.values(row).slice(0, -1).join(" ")))
      count = page.rowCount
      next = page.next
    }
    expect(names.length).toBeGreaterThanOrEqual(Math.min(500, count))
    expect(new Set(names).size).toBe(names.length)
  })
})

const FOUR_RANGES = "2026-01-01, 2026-01-02, 2026-01-05, 2026-01-06"
const LONG_ROWS = ["country", "city", "deviceCategory", "browser", "operatingSystem", "language"]

// The service does not document what it counts.
describe.each([
  ["combinations of dimension values", false],
  ["the rows of each", true]
])("pages of two periods, if %s are counted,", (_, countsEachRange) => {
  it.each([
    ["of a comparison", { compare: true, dimensions: ["pagePath"], limit: 7 }],
    ["of a sorted comparison", { compare: true, dimensions: ["pagePath"], order: ["-sessions"], limit: 7 }],
    ["of a comparison that does not fit", { compare: true, range: "2026-03-02..2026-03-03", max_kb: 4 }],
    ["of two ranges", { range: "a=2026-01-01..2026-01-05, b=2026-01-04..2026-01-08", columns: true, max_kb: 3 }],
    ["of three ranges", { range: "2026-01-01, 2026-01-02, 2026-01-05", dimensions: ["pagePath"], limit: 8 }],
    ["of days alone", { compare: true, dimensions: ["date"], limit: 10 }],
    ["of single rows", { compare: true, range: "2026-03-02..2026-03-03", dimensions: ["country"], limit: 1 }],
    ["of four ranges of which few rows fit", { range: FOUR_RANGES, dimensions: LONG_ROWS, max_kb: 4 }]
  ])("%s have every row once", async (_name, more) => {
    await control("/settings", { countsEachRange })
    await control("/quotas", {
      property: SHOP,
      limits: { tokensPerHour: 1_000_000, tokensPerProjectPerHour: 1_000_000 }
    })
    const asked = { ...input, ...more }
    const {
      max_kb: _kb,
      columns: _columns,
      limit: _limit,
      ...query
    } = { max_kb: 0, columns: false, limit: 0, ...asked }
    const all = await client().reports.run({ ...query, limit: 250_000 })
    const whole = all.rows.filter(ownDays(all.columns, all.ranges))
    const rows: Array<unknown> = []
    for (let next: unknown = asked; next !== undefined;) {
      const page = await run(next)
      const { columns = {} } = page
      const count = Object.values<ReadonlyArray<unknown>>(columns)[0]?.length ?? 0
      const records = Array.from({ length: count }, (_row, at) =>
        Object.fromEntries(Object.entries<ReadonlyArray<unknown>>(columns).map(([name, values]) => [name, values[at]]))
      )
      rows.push(...(page.rows ?? records))
      expect(page.left_out?.includes("rows: more follow") ?? false).toBe(page.next !== undefined)
      next = page.next
    }
    const texts = (list: ReadonlyArray<unknown>) => list.map((row) => JSON.stringify(row)).toSorted()
    expect(texts(rows)).toEqual(texts(whole))
  })
})

it.each([
  ["date", 'date == "2026-01-03"', 1],
  ["date", 'date in ("2026-01-03", "2026-01-05")', 2],
  ["date", 'date >= "2026-01-30"', 2],
  ["date", 'date between "2026-01-03" and "2026-01-05"', 3],
  ["isoYearIsoWeek", 'isoYearIsoWeek == "2026-W02"', 1],
  ["yearMonth", 'date startsWith "2026-01-0"', 1]
])("rows by %s can be filtered by dates as reports have them: %s", async (dimension, filter, count) => {
  const report = await run({ ...input, dimensions: [dimension], range: "2026-01-01..2026-01-31", filter })
  expect(report.rowCount).toBe(count)
})

it("says what all requests for a page used of the quota", async () => {
  const { quota } = await run({ ...input, compare: true, range: "2026-03-02..2026-03-03", max_kb: 4 })
  const used = (await calls()).map(({ tokens }) => tokens)
  expect(used.length).toBeGreaterThan(1)
  expect(quota.tokensPerDay.consumed).toBe(used.reduce((sum, tokens) => sum + tokens, 0))
})

it("returns all rows if they fit, with quality and quota", async () => {
  const report = await run({ ...input, dimensions: ["country"], totals: true })
  expect(report.rows).toHaveLength(report.rowCount)
  expect(report).toMatchObject({ quality: {}, quota: { tokensPerDay: {} }, totals: [{ sessions: expect.any(Number) }] })
  expect(report).not.toHaveProperty("next")
  expect(report).not.toHaveProperty("left_out")
})

const DAY = /^\d{4}-\d\d-\d\d$/

it("names the days of each range", async () => {
  const rangesOf = async (range?: string) =>
    (await run({ property: SHOP, metrics: ["sessions"], ...(range !== undefined && { range }) })).ranges
  expect(await rangesOf("2026-01-01..2026-01-31")).toEqual([{ startDate: "2026-01-01", endDate: "2026-01-31" }])
  expect(await rangesOf("2026-01-01,2026-01-31")).toEqual([
    { name: "date_range_0", startDate: "2026-01-01", endDate: "2026-01-01" },
    { name: "date_range_1", startDate: "2026-01-31", endDate: "2026-01-31" }
  ])
  const [days] = await rangesOf()
  expect(days).toEqual({ startDate: expect.stringMatching(DAY), endDate: expect.stringMatching(DAY) })
  expect((Date.parse(days.endDate) - Date.parse(days.startDate)) / 86_400_000).toBe(27)
})

it("names the days of a comparison", async () => {
  const query = { property: SHOP, metrics: ["sessions"], range: "2026-01-08..2026-01-14", compare: true }
  expect((await run(query)).ranges).toEqual([
    { name: "current", startDate: "2026-01-08", endDate: "2026-01-14" },
    { name: "previous", startDate: "2026-01-01", endDate: "2026-01-07" }
  ])
})

it("does not take a relative date for the days since then", async () => {
  const query = { property: SHOP, metrics: ["sessions"] }
  expect(await reason({ ...query, range: "7daysAgo" })).toMatchObject({
    _tag: "Invalid",
    fields: [{ field: "range", message: expect.stringMatching(/7daysAgo\.\.yesterday.*7daysAgo\.\.7daysAgo/) }]
  })
  expect(await calls()).toEqual([])
  expect((await run({ ...query, range: "7daysAgo..7daysAgo" })).ranges).toHaveLength(1)
})

it.each([
  "now=7daysAgo..yesterday, before=14daysAgo..8daysAgo",
  "last minute=yesterday",
  "realtime = 7daysAgo..yesterday"
])("accepts ranges of days whatever their names: %s", async (range) => {
  const { rows } = await run({ property: SHOP, metrics: ["sessions"], range })
  const names = range.split(",").map((part) => part.trim().split("=", 1)[0]?.trim())
  expect(rows).toHaveLength(names.length)
  // Rows come by their sessions, so which range is first depends on the day.
  if (names.length > 1) expect(new Set(rows.map((row: { dateRange: string }) => row.dateRange))).toEqual(new Set(names))
  expect((await calls()).map(({ operation }) => operation)).toEqual(["runReport"])
})

it("accepts inputs as language models write them", async () => {
  const written = { property: "320101", metrics: '["sessions"]', dimensions: null, limit: "5", filter: "" }
  expect((await run(written)).rows).toHaveLength(1)
})

it("refuses every wrong field in one error", async () => {
  const wrong = { property: "UA-1", metrics: [], range: "2026-02-30", filter: "sessions >", max_kb: 0, limit: 250_001 }
  const refused = await reason(wrong)
  expect(refused._tag === "Invalid" && new Set(refused.fields.map(({ field }) => field))).toEqual(
    new Set(["property", "metrics", "range", "filter", "limit", "max_kb"])
  )
})

describe("columns", () => {
  it("contain the same values in less than half the text, and more rows fit", async () => {
    const query = { ...input, limit: 1000 }
    const records = await run(query)
    const { columns, ...facts } = await run({ ...query, columns: true })
    expect(Object.keys(columns)).toEqual(["date", "pagePath", "sessions"])
    expect(facts).not.toHaveProperty("rows")
    const count = columns.sessions.length
    expect(count).toBeGreaterThan(1.5 * records.rows.length)
    expect(JSON.stringify({ columns, ...facts }).length).toBeLessThan(16_384)
    const again = records.rows.map((_: unknown, at: number) => ({
      date: columns.date[at],
      pagePath: columns.pagePath[at],
      sessions: columns.sessions[at]
    }))
    expect(again).toEqual(records.rows)
    expect(facts.next).toMatchObject({ columns: true, offset: count })
  })
})

describe("real time", () => {
  it.each(["realtime", "realtime 9..0", "Realtime 29..15, 14..0"])("is a range: %s", async (range) => {
    const report = await run({ property: SHOP, metrics: ["activeUsers"], dimensions: ["country"], range })
    expect(report).toMatchObject({ rowCount: expect.any(Number), quota: { tokensPerDay: { remaining: 74_999 } } })
    expect((await calls()).map(({ operation }) => operation)).toEqual(["runRealtimeReport"])
  })

  it("has no pages: a larger limit returns the rest", async () => {
    const query = { property: SHOP, metrics: ["activeUsers"], dimensions: ["city"], range: "realtime" }
    const all = await run(query)
    const part = await run({ ...query, limit: 1 })
    expect(all.rowCount).toBeGreaterThan(1)
    expect(part).toMatchObject({ rowCount: all.rowCount, left_out: [expect.stringContaining("follow")] })
    expect(part).not.toHaveProperty("next")
  })

  it("of two ranges says that rows follow, but not how many: the service may count what both have in common once", async () => {
    const query = { property: SHOP, metrics: ["activeUsers"], dimensions: ["city"], range: "realtime 29..15, 14..0" }
    expect((await run(query)).left_out).toBeUndefined()
    expect((await run({ ...query, limit: 1 })).left_out).toEqual(["rows: more follow"])
  })

  it.each([
    ["offset", { offset: 5 }, /real-time/],
    ["compare", { compare: true }, /real-time/],
    ["currencyCode", { currencyCode: "AUD" }, /real-time/],
    ["range", { range: "realtime 90..0" }, /last 30 minutes/],
    ["range", { range: "realtime 5..9" }, /starts after it ends/],
    ["range", { range: "29minutesAgo..now" }, /write realtime/]
  ])("does not accept %s: %j", async (field, more, words) => {
    const refused = await reason({ property: SHOP, metrics: ["activeUsers"], range: "realtime", ...more })
    expect(refused).toMatchObject({ _tag: "Invalid", fields: [{ field, message: expect.stringMatching(words) }] })
    expect(await calls()).toEqual([])
  })
})

it("accepts a currency, and refuses an invalid one", async () => {
  const query = { property: SHOP, metrics: ["totalRevenue"] }
  const [own, other] = [await run(query), await run({ ...query, currencyCode: "NZD" })]
  expect([own.currencyCode, other.currencyCode]).toEqual(["AUD", "NZD"])
  expect(await reason({ ...query, currencyCode: "AUDD" })).toMatchObject({ fields: [{ field: "currencyCode" }] })
})

it("reports its progress", async () => {
  const progress: Array<StepProgress> = []
  const listening = Effect.flatMap(Runner, (runner) => runner.run(runReports.id, { ...input, limit: 5 })).pipe(
    Effect.provideService(Progress, (step) => Effect.sync(() => void progress.push(step)))
  )
  await steps.runPromise(listening)
  expect(progress).toMatchObject([{ done: 0 }, { done: 5, total: expect.any(Number), text: "rows" }])
})
