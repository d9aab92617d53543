import { expect, it } from "vitest"

import { NOW, reports } from "../../../tests/samples/site.ts"
import { daysOf, figuresOf, filterOf, isReport, liveUsers, titleFilter, totalsOf, type Report } from "./figures.ts"

const DAY = 86_400_000

const reportOf = (output: object): Report => {
  if (!isReport(output)) throw new Error("no report")
  return output
}
const { totals, days, sources } = reports()
/** What the days are by day, as shown on a computer with this date. */
const shown = (ranges: object, nowMillis: number) => {
  const byDay = reportOf({ ...days, ...ranges })
  const rows = byDay.rows.map((row) => ({ ...row, dateRange: "current" }))
  const inReport = daysOf({ ...byDay, rows }, 28, nowMillis)
  const ofSite = figuresOf([reportOf(totals), byDay, reportOf(sources)], nowMillis)?.days
  expect(inReport?.dates.map((date, at) => [date, inReport.now[at]])).toEqual(
    ofSite?.map(({ date, users }) => [date, users])
  )
  return [ofSite?.[0], ofSite?.at(-1)].map((day) => `${day?.date} ${day?.users}`)
}

it.each([0, 1, 30, -1])("the days are those of the report, on a computer whose date is off by %i", (off) => {
  const ranges = { ranges: [{ startDate: "2026-10-25", endDate: "2026-11-21" }] }
  expect(shown(ranges, NOW + off * DAY)).toEqual(["2026-10-25 100", "2026-11-21 127"])
})

it.each([undefined, "yesterday", "+275760-09-13", "2026-13-45"])(
  "without the days in the report, they are those before today in the property's time zone: %s",
  (endDate) => {
    const ranges = endDate === undefined ? {} : { ranges: [{ endDate }] }
    expect(shown(ranges, NOW)).toEqual(["2026-10-25 100", "2026-11-21 127"])
  }
)

it.each([
  [
    "http://a.example:8080/wine%20list?visitor=7#buy",
    'pagePath in ("/wine%20list", "/wine list") and hostName == "a.example"'
  ],
  ["https://a.example/100%", 'pagePath in ("/100%") and hostName == "a.example"'],
  [
    "https://a.example/say%22hi%22%5C",
    String.raw`pagePath in ("/say%22hi%22%5C", "/say\"hi\"\\") and hostName == "a.example"`
  ]
])("the page %s is found by its path as in the address and as decoded", (address, filter) =>
  expect(filterOf(address)).toBe(filter)
)

it("a page with quotation marks in its title is found", () =>
  expect(titleFilter(String.raw`The "best" \ Shiraz`)).toBe(String.raw`unifiedScreenName == "The \"best\" \\ Shiraz"`))

it("totals are told apart by their period, whichever comes first, and none takes the place of an unreadable one", () => {
  const metrics = ["activeUsers", "sessions"]
  const compared = (rows: ReadonlyArray<object>) => totalsOf(reportOf({ ...totals, rows }), metrics)
  const readable = [
    { now: 4812, before: 4296 },
    { now: 6120, before: 5667 }
  ]
  expect(compared(totals.rows.toReversed())).toEqual(readable)
  expect(compared(totals.rows.map((row) => ({ ...row, activeUsers: "many" })))).toBeUndefined()
})

it("the tokens left are the fewest that a report says", () => {
  const spent = { ...sources, quota: { tokensPerDay: { consumed: 9, remaining: 5 } } }
  expect(figuresOf([reportOf(totals), reportOf(days), reportOf(spent)], NOW)?.tokensLeft).toBe(5)
})

it.each([{ sessions: 5 }, { sessionDefaultChannelGroup: "Direct", sessions: "many" }])(
  "sources of which one is unreadable are not shown: %j",
  (row) => {
    const rows = [...sources.rows, row]
    expect(figuresOf([reportOf(totals), reportOf(days), reportOf({ ...sources, rows })], NOW)).toBeUndefined()
  }
)

it("a source without sessions has no share", () => {
  const rows = [{ sessionDefaultChannelGroup: "Direct", sessions: 0 }]
  const figures = figuresOf([reportOf(totals), reportOf(days), reportOf({ ...sources, rows })], NOW)
  expect(figures?.sources).toEqual([{ channel: "Direct", share: 0 }])
})

it.each([{ sessions: 3 }, { activeUsers: null }, {}])("a row without a figure is no figure of zero: %j", (row) => {
  const of = (name: "totals" | "sources", rows: ReadonlyArray<object>) =>
    figuresOf(
      Object.values({ totals, days, sources, [name]: { ...reports()[name], rows } }).map((one) => reportOf(one)),
      NOW
    )
  expect(of("totals", [])?.users).toEqual({ now: 0, before: 0 })
  expect(of("totals", [row])).toBeUndefined()
  expect(of("sources", [{ sessionDefaultChannelGroup: "Direct" }])).toBeUndefined()
  expect(liveUsers(reportOf({ rows: [], quality: {} }))).toBe(0)
  expect(liveUsers(reportOf({ rows: [row], quality: {} }))).toBeUndefined()
})
