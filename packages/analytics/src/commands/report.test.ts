import { describe, expect, it } from "vitest"

import { commandWorld, LIMITED } from "../../tests/commands.ts"
import { SHOP } from "../../tests/sandbox.ts"

const { report, invalid, files, steps, calls, control } = commandWorld()

const MONTH = "2026-01-01..2026-01-31"
const names = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`).join(",")

describe("bad input is refused before anything is sent", () => {
  const good = { property: "320101", metrics: "sessions", dimensions: "date" }
  it.each([
    [{ property: "properties/abc" }, "--property must be properties/1234, or the number alone"],
    [{ property: "UA-1" }, "--property is of the previous generation"],
    [{ range: "yesterday..7daysAgo" }, "--range starts after it ends"],
    [{ range: "30dayAgo" }, "write 30daysAgo"],
    [{ range: "30daysAgo" }, "write 30daysAgo..yesterday"],
    [{ range: "today,today,today,today,today" }, "--range has 5 ranges: at most 4"],
    [{ metrics: names(11) }, "--metrics must have at most 10 metrics"],
    [{ dimensions: names(10) }, "--dimensions must have at most 9 dimensions"],
    [{ metrics: "", dimensions: "" }, "--metrics must name a metric"],
    [{ limit: 250_001 }, "--limit must be from 1 to 250000"],
    [{ limit: 0 }, "--limit must be from 1"],
    [{ filter: "sessions >" }, "--filter"],
    [{ order: "-users" }, "--order names users, which is not among"],
    [{ compare: true, range: "2026-01-01..today" }, "--compare needs a range"],
    [{ compare: true, range: "realtime" }, "--compare is not supported for real-time reports"],
    [{ currency: "AUDD" }, "--currency must be a currency code"],
    [{ range: "realtime 90..0" }, "--range must be within 29..0"],
    [{ range: "realtime lately" }, "--range must be minutes ago, such as 29..0"],
    [{ range: "last 30 minutes" }, "--range is in minutes: write realtime"],
    [{ compare: true, range: "previous=today" }, "--compare needs a range with another name"],
    [{ compare: true, dimensions: "country,yearMonth" }, "--compare cannot pair the values of yearMonth: use nthMonth"],
    [
      { compare: true, dimensions: "isoYearIsoWeek" },
      "--compare cannot pair the values of isoYearIsoWeek: use nthWeek"
    ],
    [{ chart: "line" as const, dimensions: "" }, "--chart needs a dimension"],
    [{ chart: "line" as const, dimensions: "date,country" }, "--chart line needs one dimension, and there are 2"],
    [{ chart: "bar" as const, csv: "a.csv" }, "--chart cannot be combined with a file"],
    [{ csv: "a.csv", jsonFile: "a.json" }, "one file at a time"]
  ])("%j", async (wrong, words) => {
    const { what, nothing } = await invalid({ ...good, ...wrong })
    expect(what).toContain(words)
    expect(nothing).toBe("sent")
    expect(await calls()).toEqual([])
  })

  it("names every wrong flag in one error", async () => {
    const { fields } = await invalid({ property: "UA-1", metrics: names(11), range: "30dayAgo", limit: 250_001 })
    expect(new Set(fields.map(({ field }) => field))).toEqual(
      new Set(["--property", "--metrics", "--range", "--limit"])
    )
  })
})

it("an unknown metric suggests the nearest ones", async () => {
  expect(await invalid({ property: SHOP, metrics: "sesions" })).toMatchObject({
    remedy: { to: "chooseName", names: expect.arrayContaining(["sessions"]) }
  })
})

describe("the property", () => {
  it("is required, and the error lists the existing ones", async () => {
    const { what } = await invalid({ metrics: "sessions" })
    expect(what).toMatch(/--property is required; the account has access to 6: 320101 “Harbour Goods Shop”/)
  })

  it("defaults to the only one", async () => {
    const { json } = await report({ metrics: "sessions", range: MONTH }, LIMITED)
    expect(json).toMatchObject({ property: SHOP, rows: [{ sessions: expect.any(Number) }] })
  })
})

describe("a table", () => {
  it("has typed figures, totals and quality notes", async () => {
    const { json, card, table, footer } = await report({
      property: "320101",
      metrics: "sessions,totalRevenue",
      dimensions: "country",
      range: MONTH,
      limit: 2
    })
    const { rows, rowCount, totals } = json as {
      rows: ReadonlyArray<{ country: string; sessions: number }>
      rowCount: number
      totals: ReadonlyArray<{ sessions: number }>
    }
    expect(rows).toHaveLength(2)
    expect(table?.columns).toEqual([
      { title: "country" },
      { title: "sessions", align: "right" },
      { title: "totalRevenue (AUD)", align: "right" }
    ])
    expect(table?.rows.map(([country]) => country)).toEqual(rows.map(({ country }) => country))
    expect(rows[0]?.sessions).toBeGreaterThan(rows[1]?.sessions ?? 0)
    expect(table?.totals).toEqual([
      ["Total", totals[0]?.sessions.toLocaleString("en-US"), expect.stringMatching(/\.\d\d$/)]
    ])
    expect(card).toMatchObject({
      title: "sessions, totalRevenue by country",
      subtitle: `properties/320101 · ${MONTH} · ${rowCount} rows`
    })
    expect(footer).toEqual([
      `2 of ${rowCount} rows: --limit shows more, --csv FILE writes all.`,
      "Days are in the Australia/Sydney time zone.",
      expect.stringMatching(/^Used \d+ tokens? of the property's quota; left: [\d,]+ today, /)
    ])
  })

  it("is sorted by date if that is the first dimension, and its line chart includes all dates", async () => {
    const { table, card } = await report({
      property: SHOP,
      metrics: "sessions",
      dimensions: "date",
      range: "2026-01-01..2026-06-30",
      limit: 3,
      chart: "line"
    })
    expect(table?.rows.map(([date]) => date)).toEqual(["2026-01-01", "2026-01-02", "2026-01-03"])
    expect(card?.chart?.x).toHaveLength(181)
    expect(card?.chart?.text).toMatch(/^sessions by date: most \d+ \(2026-\d\d-\d\d\), least \d+ \(2026-\d\d-\d\d\)\.$/)
  })

  it("shows each row beside that of the previous period", async () => {
    const flags = { property: SHOP, metrics: "sessions", range: "2026-02-01..2026-02-07" }
    const { table, card } = await report({ ...flags, dimensions: "date", compare: true, chart: "line" })
    const before = await report({ ...flags, dimensions: "date", range: "2026-01-25..2026-01-31" })
    expect(table?.columns.map(({ title }) => title)).toEqual(["date", "sessions", "before", "change"])
    expect(table?.rows.map(([date]) => date)).toEqual(Array.from({ length: 7 }, (_, at) => `2026-02-0${at + 1}`))
    expect(table?.rows.map((row) => row[2])).toEqual(before.table?.rows.map((row) => row[1]))
    expect(table?.totals?.[0]?.[2]).toBe(before.table?.totals?.[0]?.[1])
    expect(card?.chart?.series.map(({ label }) => label)).toEqual(["now", "before"])
    const byCountry = await report({ ...flags, dimensions: "country", compare: true, limit: 3 })
    expect(byCountry.table?.rows).toHaveLength(3)
    expect(byCountry.table?.rows[0]?.[3]).toMatch(/^[+-]?[\d.,]+ %$/)
  })

  it("has amounts in another currency", async () => {
    const flags = { property: SHOP, metrics: "totalRevenue", dimensions: "country", range: MONTH, limit: 1 }
    const [own, other] = [await report(flags), await report({ ...flags, currency: "NZD" })]
    expect(other.table?.columns.at(-1)?.title).toBe("totalRevenue (NZD)")
    expect(other.table?.rows).not.toEqual(own.table?.rows)
  })

  it("of the last minutes has rows, totals and a chart, and can be a file", async () => {
    const flags = { property: SHOP, metrics: "eventCount", dimensions: "eventName", range: "realtime" }
    const { json, table, card } = await report({ ...flags, chart: "bar", limit: 2 })
    expect(card?.subtitle).toMatch(/^properties\/320101 · realtime · \d+ rows$/)
    expect(table?.rows).toHaveLength(2)
    expect(table?.totals?.[0]).toEqual(["Total", expect.stringMatching(/^[1-9]/)])
    expect(card?.chart?.x).toHaveLength(2)
    expect(json).toMatchObject({ rows: [{ eventName: "page_view", eventCount: expect.any(Number) }, {}] })
    await report({ ...flags, csv: "events.csv" })
    expect(files.get("events.csv")).toMatch(/^\uFEFFeventName,eventCount\n(\w+,\d+\n)+$/)
  })

  it("says why it is empty", async () => {
    const { card, table } = await report({ property: "320103", metrics: "sessions", dimensions: "date" })
    expect(table).toBeUndefined()
    expect(card?.notices[0]?.text).toMatch(/^No rows\. /)
  })

  it("reports its data quality", async () => {
    await control("/settings", { sampleEvery: 4, thresholdAlways: true })
    const { card } = await report({ property: SHOP, metrics: "sessions", dimensions: "country" })
    const notices = card?.notices.map(({ text }) => text).join(" ")
    expect(notices).toMatch(/Estimated from 2[\d.]+ % of the events/)
    expect(notices).toMatch(/Rows with few users are left out/)
    expect(notices).toMatch(/may still change/)
  })
})

describe("a file", () => {
  const flags = { property: SHOP, metrics: "sessions", dimensions: "date,pagePath", range: MONTH }

  it("has every row, as CSV and as JSON", async () => {
    const { json } = await report({ ...flags, csv: "a.csv" })
    await report({ ...flags, jsonFile: "a.json" })
    const { rows, rowCount, bytes } = json as { rows: number; rowCount: number; bytes: number }
    const list = JSON.parse(files.get("a.json") ?? "") as ReadonlyArray<Readonly<Record<string, unknown>>>
    const lines = (files.get("a.csv") ?? "").trimEnd().split("\n")
    expect([rows, list.length, lines.length]).toEqual([rowCount, rowCount, rowCount + 1])
    // Without the byte order mark, Excel shows `é` as `Ã©`.
    expect(lines[0]).toBe("\uFEFFdate,pagePath,sessions")
    expect(lines.slice(1)).toEqual(list.map((row) => Object.values(row).join(",")))
    expect(Buffer.byteLength(files.get("a.csv") ?? "")).toBe(bytes)
    expect(steps.at(-1)).toEqual({ done: rowCount, total: rowCount, text: "rows" })
  })

  it("has no more rows than requested, and says so", async () => {
    const { json, footer } = await report({ ...flags, limit: 5, jsonFile: "b.json" })
    expect(json).toMatchObject({ rows: 5, file: "b.json", format: "json" })
    expect(JSON.parse(files.get("b.json") ?? "")).toHaveLength(5)
    expect(footer?.[0]).toMatch(/^5 of [\d,]+ rows were written\.$/)
  })

  it("of an empty report is complete", async () => {
    await report({ ...flags, property: "320103", csv: "c.csv" })
    await report({ ...flags, property: "320103", jsonFile: "c.json" })
    expect(files.get("c.csv")).toBe("\uFEFFdate,pagePath,sessions\n")
    expect(JSON.parse(files.get("c.json") ?? "")).toEqual([])
  })

  it("is not written if a report fails", async () => {
    await control("/faults", { fault: "unavailable" })
    await expect(report({ ...flags, csv: "d.csv" })).rejects.toThrow()
    expect(files.has("d.csv")).toBe(false)
  })
})
