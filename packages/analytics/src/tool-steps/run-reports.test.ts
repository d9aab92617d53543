import { expect, it } from "vitest"

import { SHOP } from "../../tests/sandbox.ts"
import { stepWorld } from "../../tests/steps.ts"
import { runReports } from "./run-reports.ts"

const { run, reason } = stepWorld(runReports)

const input = { property: SHOP, metrics: ["sessions"], dimensions: ["date", "pagePath"], range: "90daysAgo..yesterday" }

it("gives at most 100 rows and 16 KB, with the input for the rest", async () => {
  const first = await run(input)
  expect(first.rows.length).toBeLessThanOrEqual(100)
  expect(JSON.stringify(first).length).toBeLessThan(16_384)
  expect(first).toMatchObject({ rowCount: expect.any(Number), left_out: [expect.stringContaining("follow")] })
  const second = await run(first.next)
  expect(second.next.offset).toBe(first.rows.length + second.rows.length)
  const names = [...first.rows, ...second.rows].map(({ date, pagePath }) => `${date} ${pagePath}`)
  expect(new Set(names).size).toBe(names.length)
})

it("gives all rows where they fit, and their quality and quota", async () => {
  const report = await run({ ...input, dimensions: ["country"], totals: true })
  expect(report.rows).toHaveLength(report.rowCount)
  expect(report).toMatchObject({ quality: {}, quota: { tokensPerDay: {} }, totals: [{ sessions: expect.any(Number) }] })
  expect(report).not.toHaveProperty("next")
  expect(report).not.toHaveProperty("left_out")
})

it("takes inputs as language models write them", async () => {
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
