import { expect, it } from "vitest"

import { reasonOf, report, service } from "../../../tests/service.ts"

const { client, answer } = service()

const property = "properties/1234"
const one = report([], [["sessions", "TYPE_INTEGER"]], [["1"]])

it.each([
  ["fewer", [one]],
  ["more", [one, one, one]]
])("an answer with %s reports than the batch asked for is not taken for them", async (_, list) => {
  answer(({ target }) => ({ body: { [target.includes("Pivot") ? "pivotReports" : "reports"]: list } }))
  const { reports } = await client()
  const query = { metrics: ["sessions"] }
  expect(await reasonOf(reports.batch({ property, reports: [query, query] }))).toMatchObject({
    _tag: "Decode",
    what: expect.stringContaining("reports")
  })
  const pivots = [{ fieldNames: ["country"], limit: 10 }]
  const pivot = { ...query, dimensions: ["country"], pivots }
  expect(await reasonOf(reports.batchPivot({ property, reports: [pivot, pivot] }))).toMatchObject({
    _tag: "Decode",
    what: expect.stringContaining("pivotReports")
  })
})

it("a report of a batch that goes on has more rows than were read, whatever the service counts", async () => {
  const rows = ["Fiji", "Samoa"].flatMap((country) => ["now", "before"].map((period) => [country, period, "1"]))
  const part = report(["country", "dateRange"], [["sessions", "TYPE_INTEGER"]], rows, { rowCount: 3 })
  answer(() => ({ body: { reports: [part, part] } }))
  const { reports } = await client()
  const query = { metrics: ["sessions"], dimensions: ["country"], range: "now=today, before=yesterday" }
  const { reports: read } = await reports.batch({ property, reports: [{ ...query, limit: 2 }, query] })
  expect(read.map(({ rowCount }) => rowCount)).toEqual([5, 4])
})

it("a pivot report, which has no pages, has as many rows as were read, however many they are", async () => {
  const rows = Array.from({ length: 10_001 }, (_, at) => [`City ${at}`, "now", "1"])
  const table = report(["city", "dateRange"], [["sessions", "TYPE_INTEGER"]], rows, { rowCount: undefined })
  answer(() => ({ body: { pivotReports: [table] } }))
  const { reports } = await client()
  const pivots = [{ fieldNames: ["city", "dateRange"], limit: 100_000 }]
  const query = { metrics: ["sessions"], dimensions: ["city"], range: "now=today, before=yesterday", pivots }
  const { reports: read } = await reports.batchPivot({ property, reports: [query] })
  expect(read[0]?.rowCount).toBe(10_001)
})
