/** Tests reports of several periods of a service that has each day of any of them once for every period. */
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { report, service } from "../../tests/service.ts"
import { runnerOf } from "../../tests/world.ts"
import { runReports } from "./run-reports.ts"

const { account, answer } = service()
const runtime = runnerOf(() => [account()])
const run = (input: object): Promise<unknown> =>
  runtime.runPromise(Effect.flatMap(Runner, (runner) => runner.run(runReports.id, input)))

const WIRE = [
  ["20260301", "previous", "1"],
  ["20260301", "current", "0"],
  ["20260302", "previous", "0"],
  ["20260302", "current", "0"],
  ["20260303", "current", "2"],
  ["20260303", "previous", "0"],
  ["20260304", "current", "0"],
  ["20260304", "previous", "7"]
]
const input = { property: "1", metrics: ["sessions"], dimensions: ["date"], compare: true }

it("have no rows of days outside of their periods, except those with figures, and say so", async () => {
  answer(() => ({ body: report(["date", "dateRange"], [["sessions", "TYPE_INTEGER"]], WIRE) }))
  const asked = { ...input, range: "2026-03-03..2026-03-04" }
  const rows = [
    { date: "2026-03-01", dateRange: "previous", sessions: 1 },
    { date: "2026-03-02", dateRange: "previous", sessions: 0 },
    { date: "2026-03-03", dateRange: "current", sessions: 2 },
    { date: "2026-03-04", dateRange: "current", sessions: 0 },
    { date: "2026-03-04", dateRange: "previous", sessions: 7 }
  ]
  const left_out = ["rows: 3 that say 0 for a day outside of their period"]
  expect(await run(asked)).toMatchObject({ rowCount: 5, rows, left_out })
  expect(await run({ ...asked, columns: true })).toMatchObject({
    columns: { sessions: [1, 0, 2, 0, 7], dateRange: rows.map(({ dateRange }) => dateRange) },
    left_out
  })
})

it("go on after the rows that were read", async () => {
  answer(() => ({ body: report(["date", "dateRange"], [["sessions", "TYPE_INTEGER"]], WIRE, { rowCount: 12 }) }))
  const part = await run({ ...input, range: "2026-03-03..2026-03-04", limit: 8 })
  expect(part).toMatchObject({
    left_out: ["rows: more follow", "rows: 3 that say 0 for a day outside of their period"],
    next: { offset: 8 }
  })
})

it.each([
  ["yearMonth", "202601", "202602"],
  ["month", "01", "02"],
  ["isoYearIsoWeek", "202603", "202607"],
  ["week", "04", "08"]
])("by %s have none outside of their periods", async (dimension, before, now) => {
  const rows = [
    [before, "before", "4"],
    [before, "now", "0"],
    [now, "now", "5"],
    [now, "before", "0"]
  ]
  answer(() => ({ body: report([dimension, "dateRange"], [["sessions", "TYPE_INTEGER"]], rows) }))
  const { compare: _, ...asked } = input
  const range = "now=2026-02-08..2026-02-28, before=2026-01-01..2026-01-31"
  expect(await run({ ...asked, dimensions: [dimension], range })).toMatchObject({
    rows: [{ sessions: 4 }, { sessions: 5 }],
    left_out: ["rows: 2 that say 0 for a day outside of their period"]
  })
})
