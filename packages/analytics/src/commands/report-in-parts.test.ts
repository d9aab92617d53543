/** Tests a report that needs several requests, with a service that returns two rows at a time. */
import { describe, expect, it } from "vitest"

import { commandsOver } from "../../tests/commands.ts"
import { report as wireReport, quota, service } from "../../tests/service.ts"
import { runnerOf } from "../../tests/world.ts"

const { account, answer, asked } = service()
const runtime = runnerOf(() => [account()])
const { report, files, steps } = commandsOver(runtime)

const PAGES = ["/a", "=b()", '/c "d", e', "/f", "/g"]

it("is one file, and its tokens are the sum of all parts", async () => {
  answer(({ json }) => {
    const from = Number(json.offset ?? 0)
    const rows = PAGES.slice(from, from + 2).map((page, at) => [page, String(from + at)])
    return {
      body: wireReport(["pagePath"], [["sessions", "TYPE_INTEGER"]], rows, { rowCount: PAGES.length, ...quota(10) })
    }
  })
  const asking = { property: "1", metrics: "sessions", dimensions: "pagePath", range: "2026-01-01..2026-01-02" }
  const { json, footer } = await report({ ...asking, csv: "a.csv" })
  expect(json).toMatchObject({ rows: 5, rowCount: 5, quota: { tokensPerHour: { consumed: 30 } } })
  expect(footer?.at(-1)).toMatch(/^Used 30 tokens/)
  expect(files.get("a.csv")).toBe('\uFEFFpagePath,sessions\n/a,0\n\'=b(),1\n"/c ""d"", e",2\n/f,3\n/g,4\n')
  expect(steps).toEqual([2, 4, 5].map((done) => ({ done, total: 5, text: "rows" })))
  expect(asked().map((one) => one.json.offset)).toEqual(["0", "2", "4"])
  await report({ ...asking, jsonFile: "a.json" })
  expect(JSON.parse(files.get("a.json") ?? "")).toEqual(PAGES.map((pagePath, sessions) => ({ pagePath, sessions })))
})

describe("a report of more rows than fit in a usual answer", () => {
  /** Answers with rows up to the limit, as the service does. */
  const answerRows = (count: number, row: (at: number) => ReadonlyArray<string>, dimensions: ReadonlyArray<string>) =>
    answer(({ json }) => {
      const rows = Array.from({ length: Math.min(count, Number(json.limit)) }, (_, at) => row(at))
      return { body: wireReport(dimensions, [["sessions", "TYPE_INTEGER"]], rows, { rowCount: count }) }
    })
  const asking = { property: "1", metrics: "sessions", dimensions: "pagePath", range: "2026-01-01..2026-01-02" }

  it("is compared whole", async () => {
    // The rows of the previous period come first.
    answerRows(24_000, (at) => [`/${at % 12_000}`, at < 12_000 ? "previous" : "current", String(at)], [
      "pagePath",
      "dateRange"
    ])
    const { table, footer } = await report({ ...asking, compare: true, limit: 2 })
    expect(table?.rows.map((row) => row.slice(0, 3))).toEqual([
      ["/0", "12,000", "0"],
      ["/1", "12,001", "1"]
    ])
    expect(footer?.[0]).toMatch(/^2 of 12,000 rows/)
  })

  it("is not compared if not all of its rows can be read", async () => {
    answerRows(250_001, (at) => [`/${at}`, "previous", "1"], ["pagePath", "dateRange"])
    const refusal = report({ ...asking, compare: true })
    await expect(refusal).rejects.toThrow(/--compare needs every row, and only the first 250,000 can be read: narrow/)
  })

  it("has a chart that says so", async () => {
    answerRows(12_000, (at) => [`/${at}`, "1"], ["pagePath"])
    const { card } = await report({ ...asking, chart: "bar" })
    expect(card?.chart?.text).toMatch(/^sessions by pagePath, the first 25 of 12,000 rows: /)
    const line = await report({ ...asking, chart: "line" })
    expect(line.card?.chart?.text).toMatch(/^sessions by pagePath, the first 10,000 of 12,000 rows: /)
  })
})
