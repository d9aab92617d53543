/**
 * Compares the sums of reports with plain SQL over the same events: with the client, and page by page with the step.
 */
import { afterAll, describe, expect, it } from "vitest"

import { eventsInSql } from "../sandbox/src/testing/events-in-sql.ts"
import type { Row } from "../src/schema/Report.ts"
import { runReports } from "../src/tool-steps/run-reports.ts"
import { DAYS, drawing, type Drawn } from "./random-reports.ts"
import { SHOP } from "./sandbox.ts"
import { stepWorld } from "./steps.ts"

/** The number of reports for the client; the step runs half as many. `pnpm test:full` runs 60. */
const REPORTS = Number(process.env["INLAY_REPORTS"] ?? 8)

const { client, run, control } = stepWorld(runReports)
const database = eventsInSql("320101", DAYS.first, DAYS.last, "Australia/Sydney")
afterAll(() => database.close())

type Line = readonly [key: string, values: ReadonlyArray<number>]

const inSql = (sql: string, dimensions: ReadonlyArray<string>, metrics: ReadonlyArray<string>): ReadonlyArray<Line> =>
  database
    .prepare(sql)
    .all()
    .map((row) => [
      dimensions.map((_, at) => String(row[`d${at}`])).join("|"),
      metrics.map((_, at) => Number(row[`m${at}`]))
    ])

const inReport = (rows: ReadonlyArray<Row>, { dimensions, metrics }: Pick<Drawn, "dimensions" | "metrics">) =>
  rows.map((row): Line => {
    // Metrics must be numbers, not texts.
    for (const name of metrics) expect([name, typeof row[name]]).toEqual([name, "number"])
    return [dimensions.map((name) => row[name]).join("|"), metrics.map((name) => Number(row[name]))]
  })

const expectSame = (actual: ReadonlyArray<Line>, expected: ReadonlyArray<Line>): void => {
  const expectedByKey = new Map(expected)
  expect(actual.map(([key]) => key).toSorted()).toEqual([...expectedByKey.keys()].toSorted())
  for (const [key, values] of actual) {
    for (const [at, value] of values.entries()) expect(value).toBeCloseTo(expectedByKey.get(key)?.[at] ?? Number.NaN, 6)
  }
}

interface Answer {
  readonly rows: ReadonlyArray<Row>
  readonly totals?: ReadonlyArray<Row>
  readonly rowCount: number
}

const expectSums = ({ rows, totals = [], rowCount }: Answer, drawn: Drawn): void => {
  // Rows whose metrics are all 0 are not shown.
  const expected = inSql(drawn.sql, drawn.dimensions, drawn.metrics).filter(([, values]) =>
    values.some((one) => one !== 0)
  )
  expect(rowCount).toBe(expected.length)
  expectSame(inReport(rows, drawn), expected)
  const sums = inReport(totals, { dimensions: [], metrics: drawn.metrics })
  if (expected.length > 0) expectSame(sums, inSql(drawn.totals, [], drawn.metrics))
  // The response may contain totals of an empty report, which must be 0.
  else expect(sums.flatMap(([, values]) => values).filter((value) => value !== 0)).toEqual([])
}

/** Every page of a report, read with `next` as an agent does. */
const pages = async (input: unknown): Promise<Answer> => {
  const rows: Array<Row> = []
  let answer = await run(input)
  for (;;) {
    rows.push(...answer.rows)
    if (answer.next === undefined) return { ...answer, rows }
    answer = await run(answer.next)
  }
}

describe("random reports", () => {
  const drawForClient = drawing(20_261_122)
  it.each(Array.from({ length: REPORTS }, (_, at) => [at, drawForClient()] as const))(
    "%d by the client",
    async (_, drawn) => {
      expectSums(await client().reports.run({ property: SHOP, ...drawn.input, limit: 250_000 }), drawn)
    }
  )

  const drawForStep = drawing(20_261_123)
  it.each(Array.from({ length: REPORTS / 2 }, (_, at) => [at, drawForStep()] as const))(
    "%d by the step",
    async (_, drawn) => {
      // Raises the limits, because hundreds of pages would otherwise wait for the quota.
      await control("/quotas", {
        property: SHOP,
        limits: { tokensPerHour: 1_000_000, tokensPerProjectPerHour: 1_000_000 }
      })
      expectSums(await pages({ property: SHOP, ...drawn.input, limit: 2000, max_kb: 195 }), drawn)
    }
  )
})

it("a period and the previous one each match SQL", async () => {
  const drawn = { dimensions: ["country"], metrics: ["sessions", "totalRevenue"] }
  const { rows } = await client().reports.run({
    property: SHOP,
    ...drawn,
    range: "2026-09-15..2026-09-28",
    compare: true
  })
  const sql = (from: string, to: string) =>
    inSql(
      `SELECT country AS d0, COUNT(DISTINCT session) AS m0, SUM(cents) / 100.0 AS m1 FROM events
       WHERE date BETWEEN '${from}' AND '${to}' GROUP BY country`,
      drawn.dimensions,
      drawn.metrics
    )
  const of = (name: string) =>
    inReport(
      rows.filter(({ dateRange }) => dateRange === name),
      drawn
    )
  expectSame(of("current"), sql("20260915", "20260928"))
  expectSame(of("previous"), sql("20260901", "20260914"))
})

it("the cells of a pivot match SQL", async () => {
  const { rows } = await client().reports.pivot({
    property: SHOP,
    metrics: ["eventCount"],
    dimensions: ["country", "deviceCategory"],
    range: "2026-09-01..2026-09-14",
    pivots: [
      { fieldNames: ["country"], limit: 100 },
      { fieldNames: ["deviceCategory"], limit: 10 }
    ]
  })
  const drawn = { dimensions: ["country", "deviceCategory"], metrics: ["eventCount"] }
  const sql = `SELECT country AS d0, device AS d1, COUNT(*) AS m0 FROM events
    WHERE date BETWEEN '20260901' AND '20260914' GROUP BY country, device`
  expectSame(inReport(rows, drawn), inSql(sql, drawn.dimensions, drawn.metrics))
})
