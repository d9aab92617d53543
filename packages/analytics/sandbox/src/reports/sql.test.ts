// Compares reports with plain SQL over the same events.

import { randomOf } from "@inlay/sandbox-kit/random"
import { afterAll, describe, expect, it } from "vitest"

import { startFor } from "../testing/bench.ts"
import { dimensionsInSql, eventsInSql, metricsInSql } from "../testing/events-in-sql.ts"
import type { FilterExpression } from "./request.ts"

const bench = startFor()
const [startDate, endDate] = ["2026-08-03", "2026-10-11"]
const database = eventsInSql("320101", startDate, endDate, "Australia/Sydney")
afterAll(() => database.close())

interface Line {
  readonly texts: ReadonlyArray<string>
  readonly values: ReadonlyArray<number>
}

interface WireRow {
  readonly dimensionValues?: ReadonlyArray<{ readonly value: string }>
  readonly metricValues?: ReadonlyArray<{ readonly value: string }>
}

interface Report {
  readonly rows?: ReadonlyArray<WireRow>
  readonly totals?: ReadonlyArray<WireRow>
  readonly rowCount?: number
}

const lineOf = ({ dimensionValues = [], metricValues = [] }: WireRow): Line => ({
  texts: dimensionValues.map(({ value }) => value),
  values: metricValues.map(({ value }) => Number(value))
})

const filters: ReadonlyArray<readonly [FilterExpression, string]> = [
  [
    { filter: { fieldName: "country", stringFilter: { matchType: "EXACT", value: "new zealand" } } },
    "country = 'New Zealand'"
  ],
  [
    { filter: { fieldName: "pagePath", stringFilter: { matchType: "BEGINS_WITH", value: "/products" } } },
    "page LIKE '/products%'"
  ],
  [{ filter: { fieldName: "city", stringFilter: { matchType: "CONTAINS", value: "new" } } }, "city LIKE '%new%'"],
  [
    { filter: { fieldName: "city", stringFilter: { matchType: "CONTAINS", value: "new", caseSensitive: true } } },
    "city GLOB '*new*'"
  ],
  [
    { filter: { fieldName: "pagePath", stringFilter: { matchType: "FULL_REGEXP", value: "/(cart|checkout)" } } },
    "page IN ('/cart', '/checkout')"
  ],
  [
    { filter: { fieldName: "pagePath", stringFilter: { matchType: "PARTIAL_REGEXP", value: "-mug$" } } },
    "page LIKE '%-mug'"
  ],
  [
    { filter: { fieldName: "deviceCategory", inListFilter: { values: ["Mobile", "tablet"] } } },
    "device IN ('mobile', 'tablet')"
  ],
  [
    { filter: { fieldName: "hour", numericFilter: { operation: "GREATER_THAN_OR_EQUAL", value: { int64Value: 12 } } } },
    "minute >= 720"
  ],
  [
    { filter: { fieldName: "hour", betweenFilter: { fromValue: { int64Value: 8 }, toValue: { doubleValue: 10 } } } },
    "minute BETWEEN 480 AND 659"
  ],
  [{ filter: { fieldName: "city", emptyFilter: {} } }, "city = '(not set)'"],
  [
    { filter: { fieldName: "sessionSource", stringFilter: { matchType: "ENDS_WITH", value: ".COM" } } },
    "source LIKE '%.com'"
  ]
]

/** `pnpm test:full` runs 150. */
const REPORTS = Number(process.env["INLAY_REPORTS"] ?? 15)

const random = randomOf(20_261_122)
const below = (end: number): number => Math.floor(random() * end)
const pick = <Item>(items: ReadonlyArray<Item>): Item => items[below(items.length)] as Item
const some = (items: ReadonlyArray<string>, most: number): ReadonlyArray<string> => [
  ...new Set(Array.from({ length: 1 + below(most) }, () => pick(items)))
]

const drawFilter = (): readonly [FilterExpression, string] | undefined => {
  const [one, other] = [pick(filters), pick(filters)]
  return [
    undefined,
    one,
    [{ andGroup: { expressions: [one[0], other[0]] } }, `(${one[1]}) AND (${other[1]})`],
    [{ orGroup: { expressions: [one[0], other[0]] } }, `((${one[1]}) OR (${other[1]}))`],
    [{ notExpression: one[0] }, `NOT (${one[1]})`]
  ][below(5)] as readonly [FilterExpression, string] | undefined
}

const draw = () => {
  const dimensions = random() < 0.1 ? [] : some(Object.keys(dimensionsInSql), 4)
  const metrics = some(Object.keys(metricsInSql), 4)
  const filter = drawFilter()
  const least = below(12)
  const having = random() < 0.4 ? pick(metrics) : undefined
  const from = 1 + below(28)
  const range = {
    startDate: `2026-08-${String(from + 2).padStart(2, "0")}`,
    endDate: random() < 0.5 ? endDate : "2026-09-05"
  }
  const desc = random() < 0.5
  return { dimensions, metrics, filter, least, having, range, desc }
}

type Drawn = ReturnType<typeof draw>

const requestOf = ({ desc, dimensions, filter, having, least, metrics, range }: Drawn) => ({
  dateRanges: [range],
  dimensions: dimensions.map((name) => ({ name })),
  metrics: metrics.map((name) => ({ name })),
  ...(filter === undefined ? {} : { dimensionFilter: filter[0] }),
  ...(having === undefined
    ? {}
    : {
        metricFilter: {
          filter: {
            fieldName: having,
            numericFilter: { operation: "GREATER_THAN", value: { int64Value: String(least) } }
          }
        }
      }),
  orderBys: [{ metric: { metricName: metrics[0] }, desc }],
  metricAggregations: ["TOTAL"],
  limit: "250000"
})

const sqlOf = ({ dimensions, filter, having, least, metrics, range }: Drawn) => {
  const where = `date BETWEEN '${range.startDate.replaceAll("-", "")}' AND '${range.endDate.replaceAll("-", "")}'${filter === undefined ? "" : ` AND (${filter[1]})`}`
  const key =
    dimensions.length === 0 ? "''" : dimensions.map((name) => `(${dimensionsInSql[name]})`).join(" || '|' || ")
  const texts = dimensions.map((name, index) => `${dimensionsInSql[name]} AS d${index}`)
  const values = metrics.map((name, index) => `${metricsInSql[name]} AS m${index}`)
  const some_ = having === undefined ? "" : `HAVING (${metricsInSql[having]}) > ${least}`
  return {
    rows: `SELECT ${[...texts, ...values].join(", ")} FROM events WHERE ${where} GROUP BY ${key} ${some_}`,
    totals: `SELECT ${values.join(", ")} FROM events WHERE ${where} AND ${key} IN (SELECT ${key} FROM events WHERE ${where} GROUP BY ${key} ${some_}) HAVING COUNT(*) > 0`
  }
}

const linesOf = (sql: string, { dimensions, metrics }: Pick<Drawn, "dimensions" | "metrics">): ReadonlyArray<Line> =>
  database
    .prepare(sql)
    .all()
    .map((row) => ({
      texts: dimensions.map((_, index) => String(row[`d${index}`])),
      values: metrics.map((_, index) => Number(row[`m${index}`]))
    }))

const byKey = (lines: ReadonlyArray<Line>): ReadonlyMap<string, ReadonlyArray<number>> =>
  new Map(lines.map(({ texts, values }) => [texts.join("|"), values]))

const expectSame = (actual: ReadonlyArray<Line>, expected: ReadonlyArray<Line>): void => {
  const expectedByKey = byKey(expected)
  expect([...byKey(actual).keys()].toSorted()).toEqual([...expectedByKey.keys()].toSorted())
  for (const { texts, values } of actual) {
    for (const [index, value] of values.entries())
      expect(value).toBeCloseTo(expectedByKey.get(texts.join("|"))?.[index] ?? Number.NaN, 6)
  }
}

const run = async (body: object): Promise<Report> => {
  const { body: report, status } = await bench.data("properties/320101:runReport", { body })
  expect(status).toBe(200)
  return report as Report
}

describe("random reports", () => {
  it.each(Array.from({ length: REPORTS }, (_, index) => [index, draw()] as const))(
    "%d are what SQL says",
    async (_, drawn) => {
      const report = await run(requestOf(drawn))
      const sql = sqlOf(drawn)
      // Rows whose metrics are all zero are not shown.
      const expected = linesOf(sql.rows, drawn).filter(({ values }) => values.some((value) => value !== 0))
      const actual = (report.rows ?? []).map(lineOf)
      expect(report.rowCount ?? 0).toBe(expected.length)
      expectSame(actual, expected)
      const first = actual.map(({ values }) => values[0] ?? 0)
      expect(first).toEqual(first.toSorted((one, other) => (drawn.desc ? other - one : one - other)))
      const totals = (report.totals ?? []).map(lineOf).map(({ values }) => ({ texts: [], values }))
      if (expected.length > 0) expectSame(totals, linesOf(sql.totals, { ...drawn, dimensions: [] }))
    }
  )
})

it("pages in an order without ties fit together, over two date ranges", async () => {
  const request = {
    dateRanges: [
      { startDate, endDate: "2026-08-31" },
      { startDate: "2026-08-20", endDate, name: "later" }
    ],
    dimensions: [{ name: "pagePath" }, { name: "city" }],
    metrics: [{ name: "screenPageViews" }, { name: "totalUsers" }],
    orderBys: ["pagePath", "city", "dateRange"].map((dimensionName) => ({ dimension: { dimensionName } }))
  }
  const whole = (await run(request)).rows ?? []
  const combinations = new Set(whole.map((row) => lineOf(row).texts.slice(0, 2).join("|"))).size
  const pagesOf = async (rowCount: number) => {
    const pages: Array<WireRow> = []
    for (let offset = 0; offset < rowCount; offset += 100) {
      const page = await run({ ...request, offset: String(offset), limit: "100" })
      pages.push(...(page.rows ?? []))
      expect(page.rowCount).toBe(rowCount)
    }
    return pages
  }
  expect(await pagesOf(combinations)).toEqual(whole)
  await bench.control("/settings", { countsEachRange: true })
  expect(await pagesOf(whole.length)).toEqual(whole)
  const of = (from: string, to: string) =>
    linesOf(
      `SELECT page AS d0, city AS d1, ${metricsInSql["screenPageViews"]} AS m0, ${metricsInSql["totalUsers"]} AS m1
       FROM events WHERE date BETWEEN '${from}' AND '${to}' GROUP BY page, city`,
      { dimensions: ["pagePath", "city"], metrics: ["screenPageViews", "totalUsers"] }
    )
  const named = (lines: ReadonlyArray<Line>, name: string) =>
    lines.map((line) => ({ ...line, texts: [...line.texts, name] }))
  const lines = whole.map(lineOf)
  const isZero = ({ values }: Line) => values.every((value) => value === 0)
  expectSame(
    lines.filter((line) => !isZero(line)),
    [...named(of("20260803", "20260831"), "date_range_0"), ...named(of("20260820", "20261011"), "later")]
  )
  // Every combination of one range is in the other, too.
  expect(lines.filter(isZero).length).toBeGreaterThan(0)
  expect(lines).toHaveLength(2 * combinations)
})

it("the table holds at least 200,000 events", async () => {
  const { rows = [] } = await run({
    dateRanges: [{ startDate: "2025-07-01", endDate: "today" }],
    metrics: [{ name: "eventCount" }]
  })
  expect(lineOf(rows[0] ?? {}).values[0]).toBeGreaterThan(200_000)
})
