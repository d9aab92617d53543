/** Generates random reports: as input of the client and the step, and as SQL over the sandbox's events. */
import { randomOf } from "@inlay/sandbox-kit/random"

import { dimensionsInSql, metricsInSql } from "../sandbox/src/testing/events-in-sql.ts"
import type { ReportInput } from "../src/schema/Report.ts"

/** The days whose events are in the table. */
export const DAYS = { first: "2026-08-03", last: "2026-10-11" }

const iso = (column: string): string =>
  `substr(${column}, 1, 4) || '-' || substr(${column}, 5, 2) || '-' || substr(${column}, 7, 2)`

/** Dimensions in SQL, with dates in ISO 8601. */
const dimensions: Readonly<Record<string, string>> = {
  ...dimensionsInSql,
  date: iso("date"),
  dateHour: `${iso("date")} || 'T' || printf('%02d', minute / 60)`
}

const filters: ReadonlyArray<readonly [filter: string, sql: string]> = [
  ['country == "new zealand"', "country = 'New Zealand'"],
  ['country != "Australia"', "country <> 'Australia'"],
  ['pagePath startsWith "/products"', "page LIKE '/products%'"],
  ['city contains "new"', "city LIKE '%new%'"],
  ['pagePath matches "/(cart|checkout)"', "page IN ('/cart', '/checkout')"],
  ['pagePath ~ "-mug$"', "page LIKE '%-mug'"],
  ['pagePath !~ "-mug$"', "page NOT LIKE '%-mug'"],
  ['deviceCategory in ("Mobile", "tablet")', "device IN ('mobile', 'tablet')"],
  ["hour >= 12", "minute >= 720"],
  ["hour < 12", "minute < 720"],
  ["hour between 8 and 10", "minute BETWEEN 480 AND 659"],
  ["city is empty", "city = '(not set)'"],
  ['sessionSource endsWith ".COM"', "source LIKE '%.com'"],
  ['eventName == "page_view"', "name = 'page_view'"]
]

export interface Drawn {
  readonly input: Omit<ReportInput, "property">
  readonly dimensions: ReadonlyArray<string>
  readonly metrics: ReadonlyArray<string>
  /** Returns one line per row: dimensions as `d0`, `d1`, ..., metrics as `m0`, ... */
  readonly sql: string
  /** The metrics over all rows. */
  readonly totals: string
}

const day = (date: string): string => date.replaceAll("-", "")

/** Generates reports from a seed. */
export const drawing = (seed: number) => {
  const random = randomOf(seed)
  const below = (end: number): number => Math.floor(random() * end)
  const pick = <A>(items: ReadonlyArray<A>): A => items[below(items.length)] as A
  const some = (items: ReadonlyArray<string>, most: number): ReadonlyArray<string> => [
    ...new Set(Array.from({ length: 1 + below(most) }, () => pick(items)))
  ]
  const condition = (): readonly [filter: string, sql: string] => {
    const [one, other] = [pick(filters), pick(filters)]
    return pick([
      one,
      [`${one[0]} and ${other[0]}`, `(${one[1]}) AND (${other[1]})`],
      [`(${one[0]} or ${other[0]})`, `((${one[1]}) OR (${other[1]}))`],
      [`not (${one[0]} or ${other[0]})`, `NOT ((${one[1]}) OR (${other[1]}))`]
    ] as const)
  }
  return (): Drawn => {
    const names = random() < 0.1 ? [] : some(Object.keys(dimensions), 3)
    const metrics = some(Object.keys(metricsInSql), 4)
    const filterPair = random() < 0.7 ? condition() : undefined
    const least = below(12)
    const having = random() < 0.4 ? pick(metrics) : undefined
    const from = `2026-08-${String(3 + below(27)).padStart(2, "0")}`
    const to = pick([DAYS.last, "2026-09-05"])
    const where = [
      `date BETWEEN '${day(from)}' AND '${day(to)}'`,
      ...(filterPair === undefined ? [] : [filterPair[1]])
    ].join(" AND ")
    const key = names.length === 0 ? "''" : names.map((name) => `(${dimensions[name]})`).join(" || '|' || ")
    const havingClause = having === undefined ? "" : `HAVING (${metricsInSql[having]}) > ${least}`
    const values = metrics.map((name, at) => `${metricsInSql[name]} AS m${at}`)
    const texts = names.map((name, at) => `${dimensions[name]} AS d${at}`)
    const filter = [
      ...(filterPair === undefined ? [] : [filterPair[0]]),
      ...(having === undefined ? [] : [`${having} > ${least}`])
    ]
    return {
      input: {
        metrics,
        ...(names.length > 0 && { dimensions: names }),
        range: `${from}..${to}`,
        ...(filter.length > 0 && { filter: filter.join(" and ") }),
        totals: true
      },
      dimensions: names,
      metrics,
      sql: `SELECT ${[...texts, ...values].join(", ")} FROM events WHERE ${where} GROUP BY ${key} ${havingClause}`,
      totals: `SELECT ${values.join(", ")} FROM events WHERE ${where} AND ${key} IN (SELECT ${key} FROM events WHERE ${where} GROUP BY ${key} ${havingClause}) HAVING COUNT(*) > 0`
    }
  }
}
